/** Below which available balance the event `account.low_balance` is written. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { nairaNumber, parseNaira } from '#src/lib/money.ts';
import { lockAccounts, updateLowBalance } from './store.ts';
import type { accountParams, lowBalanceBody } from './wire.ts';

/** @throws Failure account_not_found, invalid_amount, source_account_not_allowed */
export async function setLowBalance(ctx: Context, request: RouteRequest<z.output<typeof lowBalanceBody>, z.output<typeof accountParams>>): Promise<Answer> {
  const { accountNumber } = request.params;
  const thresholdKobo = readThreshold(request.body.threshold);
  return ctx.requests.once(request, { thresholdKobo }, async (tx) => {
    const account = (await lockAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found');
    if (account.type === 'virtual') throw fail('source_account_not_allowed', { message: 'A virtual account holds no money.', fix: 'Set the threshold of the account it settles to.' });
    await updateLowBalance(tx, accountNumber, thresholdKobo);
    return success({ accountNumber, threshold: thresholdKobo === null ? null : nairaNumber(thresholdKobo) }, { message: thresholdKobo === null ? 'Threshold removed' : 'Threshold set' });
  });
}

function readThreshold(threshold: number | string | null): bigint | null {
  if (threshold === null) return null;
  const amount = parseNaira(threshold);
  if (!amount.ok) throw fail(amount.reason === 'not_a_number' ? 'invalid_field' : 'invalid_amount', { field: '/threshold' });
  return amount.kobo;
}
