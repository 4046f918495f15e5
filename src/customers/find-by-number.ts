import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, Caller } from '#src/http/route.ts';
import { findCustomersByIndexes } from './store.ts';

/**
 * People with this BVN or NIN, by the keyed hashes of both; at most ten ids. The number comes in a body and not in an address, because addresses stay in histories and logs.
 */
export async function findByNumber(ctx: Pick<Context, 'db' | 'keyring'>, { caller, body }: { caller: Caller; body: { number: string } }): Promise<Answer> {
  const keys = await ctx.keyring.of(caller.tenantId);
  const indexes = { bvnIndex: keys.index('customer.bvn', body.number), ninIndex: keys.index('customer.nin', body.number) };
  return success({ customerIds: await ctx.db.read(caller.tenantId, (tx) => findCustomersByIndexes(tx, indexes)) });
}
