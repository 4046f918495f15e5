import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { maskNumber } from '#src/lib/identifiers.ts';
import type { Person } from './business-wire.ts';
import { findCompany, personIdOf, shownPerson } from './company-people.ts';
import { recordReads, seesNumbers } from './record-reads.ts';
import type { CompanyRole } from './company-rules.ts';

/** The people of a company with their ids, and those it had before. Numbers are masked unless the credential has customer:pii. @throws Failure customer_not_found */
export async function readPeople(ctx: Context, request: RouteRequest<unknown, { customerId: string }>): Promise<Answer> {
  const { tenantId } = request.caller;
  const { customerId } = request.params;
  const keys = await ctx.keyring.of(tenantId);
  const unmasked = seesNumbers(request);
  const { people } = unmasked
    ? await ctx.db.write(tenantId, async (tx) => {
        const company = await findCompany(tx, keys, customerId);
        await recordReads(ctx, tx, request, [customerId]);
        return company;
      })
    : await ctx.db.read(tenantId, (tx) => findCompany(tx, keys, customerId));
  const shown = unmasked ? (number: string): string => number : maskNumber;
  const named = <Kind extends Person>(role: CompanyRole, person: Kind): Kind & { personId: string } => ({ personId: personIdOf(keys, customerId, role, person), ...shownPerson(person, shown) });
  return success({
    directors: people.directors.map((person) => named('director', person)),
    shareholders: people.shareholders.map((person) => named('shareholder', person)),
    former: people.former.map((person) => named(person.role, person)),
  });
}
