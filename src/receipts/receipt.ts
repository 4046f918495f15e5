/** The receipt of a transfer that reached its beneficiary, and its verification by whoever holds it. */
import type { z } from 'zod';
import { selectAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillisOrNull } from '#src/lib/time.ts';
import { selectTransfer } from '#src/transfers/store.ts';
import { publicStatus, type Transfer } from '#src/transfers/transfer.ts';
import { receiptHtml } from './receipt-html.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { insertCode, ownerOfCode, selectCode, selectTransactionId } from './store.ts';
import { parseCode, printedCode, verificationCode } from './verification-code.ts';
import { type codeParams, maskedAccount, type ReceiptData, type receiptParams, toVerified, type VerifiedData } from './wire.ts';

export const receiptMedia = ['text/html', 'application/pdf'] as const;

/** A receipt shows itself alone: nothing is loaded, nothing runs. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** HTML unless PDF or JSON is asked for. The code is made by the first call and stays. */
export async function getReceipt(ctx: Context, request: RouteRequest<unknown, z.output<typeof receiptParams>>): Promise<Answer> {
  const { transactionId } = request.params;
  const receipt = await readReceipt(ctx, request.caller.tenantId, transactionId);
  const accept = request.headers['accept'];
  const media = preferredMedia(accept, receiptMedia) ?? (/application\/json/i.test(accept ?? '') ? null : 'text/html');
  if (media === null) return success(receipt);
  const headers = { 'content-disposition': `inline; filename="receipt-${transactionId}.${media === 'text/html' ? 'html' : 'pdf'}"` };
  if (media === 'text/html') return { httpStatus: 200, body: receiptHtml(receipt), contentType: 'text/html; charset=utf-8', headers: { ...headers, 'content-security-policy': documentPolicy } };
  return { httpStatus: 200, body: '', stream: await receiptPdf(receipt), contentType: media, headers };
}

async function readReceipt(ctx: Context, tenantId: string, transactionId: string): Promise<ReceiptData> {
  const read = (tx: ReadTx): Promise<ReceiptData | null> => findReceipt(ctx, tx, transactionId);
  const before = await ctx.db.read(tenantId, read);
  if (before !== null) return before;
  await ctx.db.write(tenantId, (tx) => insertCode(tx, transactionId, verificationCode(ctx.ids.bytes(10))));
  return expectPresent(await ctx.db.read(tenantId, read), 'receipt');
}

/** Null: the transfer has no code yet. @throws Failure transaction_not_found, transfer_state_invalid */
async function findReceipt(ctx: Context, tx: ReadTx, transactionId: string): Promise<ReceiptData | null> {
  const transfer = await selectTransfer(tx, transactionId);
  if (transfer === undefined) throw fail('transaction_not_found');
  const status = publicStatus(transfer.state);
  if (status !== 'SUCCESS' && status !== 'REVERSED') {
    throw fail('transfer_state_invalid', { message: 'Only a transfer that reached its beneficiary has a receipt.', details: { status } });
  }
  const code = await selectCode(tx, transactionId);
  if (code === null) return null;
  const source = expectPresent((await selectAccounts(tx, [transfer.sourceAccountNumber])).get(transfer.sourceAccountNumber), 'source account');
  return toReceipt(ctx, transfer, { code, status, senderName: source.name, environment: tx.environment ?? 'sandbox' });
}

function toReceipt(ctx: Context, transfer: Transfer, of: { code: string; status: 'SUCCESS' | 'REVERSED'; senderName: string; environment: 'sandbox' | 'live' }): ReceiptData {
  const code = printedCode(of.code);
  return {
    verificationCode: code,
    transactionId: transfer.transactionId,
    status: of.status,
    amount: nairaNumber(transfer.amountKobo),
    currency: 'NGN',
    senderName: of.senderName,
    senderAccount: maskedAccount(transfer.sourceAccountNumber),
    senderBank: ctx.config.operator.name,
    beneficiaryName: transfer.beneficiaryAccountName,
    beneficiaryAccount: transfer.beneficiaryAccountNumber,
    beneficiaryBank: ctx.banks.of(of.environment).resolveBank(transfer.beneficiaryBankCode)?.name ?? transfer.beneficiaryBankCode,
    sessionId: transfer.railSessionId,
    completedAt: isoMillisOrNull(transfer.settledAt),
    reversedAt: isoMillisOrNull(transfer.returnedAt),
    environment: of.environment,
    fee: nairaNumber(transfer.feeKobo),
    vat: nairaNumber(transfer.vatKobo),
    stampDuty: nairaNumber(transfer.dutyKobo),
    total: nairaNumber(transfer.amountKobo + transfer.feeKobo + transfer.vatKobo + transfer.dutyKobo),
    narration: transfer.narration,
    verifyUrl: `${ctx.config.publicUrl}/receipts/${code}`,
  };
}

/** Confirms a receipt of this organization. @throws Failure record_not_found */
export async function verifyReceipt(ctx: Context, request: RouteRequest<unknown, z.output<typeof codeParams>>): Promise<Answer> {
  const code = parseCode(request.params.verificationCode);
  const receipt = code === null ? null : await receiptOfCode(ctx, request.caller.tenantId, code);
  if (receipt === null) throw fail('record_not_found', { message: 'No receipt has this code.' });
  return success(toVerified(receipt), { message: 'The receipt is genuine' });
}

/** What the public page tells; null: no receipt has this code. */
export async function verifyPublicly(ctx: Context, text: string): Promise<VerifiedData | null> {
  const code = parseCode(text);
  const tenantId = code === null ? null : await ctx.db.across('directory', (tx) => ownerOfCode(tx, code));
  const receipt = code === null || tenantId === null ? null : await receiptOfCode(ctx, tenantId, code);
  return receipt === null ? null : toVerified(receipt);
}

function receiptOfCode(ctx: Context, tenantId: string, code: string): Promise<ReceiptData | null> {
  return ctx.db.read(tenantId, async (tx) => {
    const transactionId = await selectTransactionId(tx, code);
    return transactionId === null ? null : findReceipt(ctx, tx, transactionId);
  });
}
