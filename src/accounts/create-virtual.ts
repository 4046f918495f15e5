/** Generates an account that lives for a while: who is given its number pays into one of the caller's collection accounts. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis, lagosDayEnd, lagosDayStartOf } from '#src/lib/time.ts';
import { openAccount } from './open-account.ts';
import { firstCollection, selectAccounts } from './store.ts';
import { type createVirtualBody, readMoment } from './wire.ts';

type Body = z.output<typeof createVirtualBody>;

const shortestSeconds = 600;
const longestSeconds = 366 * 86_400;

export async function createVirtualAccount(ctx: Context, request: RouteRequest<Body>): Promise<Answer> {
  const { name } = request.body;
  const end = readEnd(request.body);
  const answer = await ctx.requests.once(request, { name, settlesTo: request.body.settlesTo, ...end }, async (tx) => {
    const settlesTo = await settlementOf(tx, request.body.settlesTo);
    const expiresAt = 'seconds' in end ? new Date(tx.now.getTime() + end.seconds * 1000) : end.expiresAt;
    checkLife((expiresAt.getTime() - tx.now.getTime()) / 1000, 'seconds' in end ? '/expTime' : '/expDate');
    const accountNumber = await openAccount(ctx, tx, { type: 'virtual', customerId: null, name, phone: null, virtual: { settlesTo, expiresAt } });
    const { operator } = ctx.config;
    return success(
      { accountNumber, accountName: name, type: 'virtual', bankCode: operator.nipCode, bankName: operator.name, settlesTo, expiresAt: isoMillis(expiresAt) },
      { message: 'Account generated' },
    );
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** The collection account that is credited: the one named, or the caller's first, which never becomes another. @throws Failure account_not_found, source_account_not_allowed */
async function settlementOf(tx: Tx, named: string | undefined): Promise<string> {
  const field = '/settlesTo';
  if (named === undefined) {
    const first = await firstCollection(tx);
    if (first === null) throw fail('account_not_found', { field, message: 'There is no collection account that its money could go to.', fix: 'Open one with POST /account/collection.' });
    return first;
  }
  const account = (await selectAccounts(tx, [named])).get(named);
  if (account === undefined) throw fail('account_not_found', { field });
  if (account.type !== 'collection') throw fail('source_account_not_allowed', { field, message: 'settlesTo is not a collection account.', fix: 'Name one of your collection accounts.' });
  return named;
}

type End = { seconds: number } | { expiresAt: Date };

function readEnd({ expTime, expDate }: Body): End {
  if (expTime !== undefined && expDate !== undefined) throw fail('invalid_field', { field: '/expDate', message: 'Both expTime and expDate were sent.', fix: 'Send one of them.' });
  if (expTime !== undefined) {
    checkLife(Number(expTime), '/expTime');
    return { seconds: Number(expTime) };
  }
  if (expDate === undefined) throw fail('missing_field', { field: '/expTime', message: 'expTime or expDate is required.' });
  const day = lagosDayStartOf(expDate);
  return { expiresAt: day === null ? readMoment(expDate, '/expDate') : lagosDayEnd(day) };
}

function checkLife(seconds: number, field: string): void {
  const refusal = (message: string): Failure => fail('invalid_field', { field, message });
  if (seconds < shortestSeconds) throw refusal('A virtual account lives for at least 600 seconds.');
  if (seconds > longestSeconds) throw refusal('A virtual account lives for at most 366 days.');
}
