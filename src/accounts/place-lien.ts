/**
 * Liens: an amount of an account that may not be spent. One can be larger than the balance, and then takes what comes in.
 * What was confirmed before runs to its end. Whoever holds money locks the same balance row, so a lien and a transfer
 * never both count on the same kobo.
 */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { changeLien, lockBalances } from '#src/ledger/postings.ts';
import { nairaNumber, parseNaira } from '#src/lib/money.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { insertLien, lockLien, releaseLien } from './lien-store.ts';
import { lockAccounts } from './store.ts';
import type { accountParams, lienBody, lienParams, releaseQuery } from './wire.ts';

export async function placeLien(ctx: Context, request: RouteRequest<z.output<typeof lienBody>, z.output<typeof accountParams>>): Promise<Answer> {
  const { accountNumber } = request.params;
  const { reason } = request.body;
  const amount = parseNaira(request.body.amount);
  if (!amount.ok) throw fail(amount.reason === 'not_a_number' ? 'invalid_field' : 'invalid_amount', { field: '/amount' });
  const amountKobo = amount.kobo;
  return ctx.requests.once(request, { amountKobo, reason }, async (tx) => {
    const account = (await lockAccounts(tx, [accountNumber])).get(accountNumber);
    if (account === undefined) throw fail('account_not_found');
    if (account.type === 'virtual') throw fail('source_account_not_allowed', { message: 'A virtual account holds no money.', fix: 'Place the lien on the account it settles to.' });
    const lienId = ctx.ids.newId('lin');
    await lockBalances(tx, [accountNumber]);
    await insertLien(tx, { lienId, accountNumber, amountKobo, reason, actor: request.caller.credentialId });
    await changeLien(tx, accountNumber, amountKobo);
    await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'account.lien_placed', subject: accountNumber, details: { lienId, amount: nairaNumber(amountKobo), reason } });
    return success({ lienId, accountNumber, amount: nairaNumber(amountKobo), reason }, { message: 'Lien placed' });
  });
}

/** A lien that was released before stays so: success, and nothing is recorded. */
export async function liftLien(ctx: Context, request: RouteRequest<unknown, z.output<typeof lienParams>, z.output<typeof releaseQuery>>): Promise<Answer> {
  const { accountNumber, lienId } = request.params;
  const why = request.query.reason === undefined ? {} : { reason: request.query.reason };
  return ctx.requests.once(request, why, async (tx) => {
    if (!(await lockAccounts(tx, [accountNumber])).has(accountNumber)) throw fail('account_not_found');
    const lien = await lockLien(tx, accountNumber, lienId);
    if (lien === null) throw fail('record_not_found', { message: 'The account has no such lien.' });
    if (lien.releasedAt === null) {
      await lockBalances(tx, [accountNumber]);
      await releaseLien(tx, lienId);
      await changeLien(tx, accountNumber, -lien.amountKobo);
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'account.lien_released', subject: accountNumber, details: { lienId, amount: nairaNumber(lien.amountKobo), ...why } });
    }
    return success({}, { message: 'Lien released' });
  });
}
