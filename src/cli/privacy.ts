/**
 * `npm run privacy`: legal holds, which keep customers from being erased. Works beside a running program.
 *
 *   holds                                     those in force
 *   hold CUSTOMER --reason "why"
 *   lift HOLD --reason "why"
 *
 * Each with `--as EMAIL`, a member who is owner, admin or compliance, whose password comes from REVIEW_PASSWORD or is asked for; or with `--organization ORGANIZATION`, as the operator of this
 * machine. The environment is live unless `--environment sandbox` says otherwise.
 */
import { parseArgs } from 'node:util';
import type { Context } from '#src/context.ts';
import { isoMillis } from '#src/lib/time.ts';
import { listOrganizations } from '#src/organizations/list-organizations.ts';
import type { MemberRole } from '#src/organizations/members.ts';
import { liftHold, listHolds, placeHold } from '#src/privacy/legal-hold.ts';
import { besideProgram } from './open-beside.ts';
import { runCommand } from './run-command.ts';
import { signIn } from './sign-in.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: npm run privacy -- holds (--as EMAIL | --organization ORGANIZATION) [--environment sandbox|live]
       npm run privacy -- hold CUSTOMER --reason TEXT (--as EMAIL | --organization ORGANIZATION) [--environment sandbox|live]
       npm run privacy -- lift HOLD --reason TEXT (--as EMAIL | --organization ORGANIZATION) [--environment sandbox|live]`;

const mayHold: ReadonlySet<MemberRole> = new Set(['owner', 'admin', 'compliance']);

/** Whose tenant, and who asks: a memberId, or `operator`. */
type Asker = { tenantId: string; by: string };

await runCommand(() => run(process.argv.slice(2)));

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [command = '', about = ''] = positionals;
  const { as: email, organization, environment = 'live' } = values;
  const reason = values.reason?.trim() ?? '';
  const work = workOf();
  if (work === null || (email === undefined) === (organization === undefined) || (environment !== 'live' && environment !== 'sandbox')) throw new UsageError(usage);
  await besideProgram(process.env, async ({ ctx }) => {
    const { organizationId, memberId } = email === undefined ? { organizationId: organization ?? '', memberId: 'operator' } : await signIn(ctx.db, email, mayHold);
    const [found] = await listOrganizations(ctx.db, organizationId);
    if (found === undefined) throw new UsageError(`There is no organization ${organizationId}. List them: npm run organizations -- list`);
    process.stdout.write(`${await work(ctx, { tenantId: found.tenants[environment], by: memberId })}\n`);
  });

  /** Judged before anything is opened. */
  function workOf(): ((ctx: Context, asker: Asker) => Promise<string>) | null {
    if (command === 'holds' && positionals.length === 1) return holds;
    if (positionals.length !== 2 || reason.length < 3 || reason.length > 500) return null;
    if (command === 'hold') return async (ctx, asker) => `Customer ${about} is held and cannot be erased: ${await placeHold(ctx, { ...asker, customerId: about, reason })}`;
    if (command === 'lift') return async (ctx, asker) => lifted(await liftHold(ctx, { ...asker, holdId: about, reason }));
    return null;
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { as: text, organization: text, environment: text, reason: text } });
  } catch {
    throw new UsageError(usage);
  }
}

async function holds(ctx: Context, { tenantId }: Asker): Promise<string> {
  const inForce = await listHolds(ctx, tenantId);
  return inForce.map(({ holdId, customerId, reason, placedBy, placedAt }) => `${holdId}  ${customerId}  since ${isoMillis(placedAt)}  by ${placedBy}  ${reason}`).join('\n') || 'Nobody is held.';
}

function lifted({ customerId, left }: { customerId: string; left: number }): string {
  return left === 0 ? `Customer ${customerId} is not held any more.` : `Lifted; customer ${customerId} stays held by ${left} more.`;
}
