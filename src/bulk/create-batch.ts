/** Takes a bulk transfer: reads every payment before it stores any, and has the names asked afterwards. */
import type { z } from 'zod';
import type { BankTable } from '#src/banks/banks.ts';
import type { Context } from '#src/context.ts';
import { fail, Failure, type Refusal } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { mostRefusals } from '#src/http/field-refusals.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { scheduleRefusal } from '#src/transfers/schedule.ts';
import { readScenario } from '#src/transfers/scenario-header.ts';
import { readAmount } from '#src/transfers/wire.ts';
import { confirmWithinSeconds } from './batch.ts';
import { insertItems, type NewItem } from './item-store.ts';
import { lockSource } from './source.ts';
import { insertBatch } from './store.ts';
import type { createBatchBody, itemSchema } from './wire.ts';

type Body = z.output<typeof createBatchBody>;

/** A file with a fault is refused whole, with an entry for each fault: nothing half-read is stored. */
export async function createBatch(ctx: Context, request: RouteRequest<Body>): Promise<Answer> {
  const { body } = request;
  if (body.customerId !== undefined && body.sourceAccountName === undefined) throw fail('missing_field', { field: '/sourceAccountName', message: 'sourceAccountName is required with customerId.' });
  const source = { sourceAccountNumber: body.sourceAccountNumber, customerId: body.customerId ?? null };
  const terms = { ...source, reference: body.reference ?? null, scheduledFor: body.scheduledFor === undefined ? null : new Date(body.scheduledFor), scenario: readScenario(ctx, request) };
  const sourceAccountName = body.sourceAccountName ?? null;
  const items = readItems(ctx.banks.of(request.caller.environment), body.items);
  const totalKobo = items.reduce((sum, item) => sum + item.amountKobo, 0n);
  const batchId = ctx.ids.newId('bat');
  const answer = await ctx.requests.once(request, { ...terms, sourceAccountName, items }, async (tx) => {
    const refusal = terms.scheduledFor === null ? null : scheduleRefusal(terms.scheduledFor, tx.now);
    if (refusal !== null) throw refusal;
    await lockSource(tx, source, sourceAccountName);
    await insertBatch(tx, { batchId, ...terms, itemCount: items.length, itemKobo: totalKobo, expiresAt: new Date(tx.now.getTime() + confirmWithinSeconds * 1000) });
    await insertItems(tx, batchId, items);
    return success({ batchId, state: 'enquiring', count: items.length, total: nairaNumber(totalKobo) }, { message: 'Bulk transfer taken; names are being asked' });
  });
  ctx.wake('transfer_batch_item');
  return answer;
}

function readItems(banks: BankTable, sent: readonly z.output<typeof itemSchema>[]): NewItem[] {
  const faults: Refusal[] = [];
  const lines = new Map<string, number>();
  const items = sent.map((item, index): NewItem => {
    const line = item.line ?? index + 1;
    const place = `/items/${index}`;
    const amountKobo = orFault(faults, { place: `${place}/amount`, line }, () => readAmount(item.amount)) ?? 0n;
    const bankCode = orFault(faults, { place: `${place}/beneficiaryBankCode`, line }, () => nipCodeOf(banks, item.beneficiaryBankCode)) ?? '';
    const payment = `${bankCode} ${item.beneficiaryAccountNumber} ${amountKobo}`;
    const earlier = lines.get(payment);
    if (earlier === undefined) lines.set(payment, line);
    return {
      position: index + 1, line, beneficiaryAccountNumber: item.beneficiaryAccountNumber, beneficiaryBankCode: bankCode, beneficiaryBankCodeSent: item.beneficiaryBankCode,
      givenName: item.beneficiaryAccountName ?? null, amountKobo, narration: item.narration ?? '', reference: item.reference ?? null, duplicateOf: earlier ?? null,
    };
  });
  const [first, ...others] = faults.slice(0, mostRefusals);
  if (first !== undefined) throw new Failure([first, ...others]);
  return items;
}

function nipCodeOf(banks: BankTable, spelling: string): string {
  const nipCode = banks.resolveBank(spelling)?.nipCode;
  if (nipCode === undefined || nipCode === null) throw fail('bank_not_found', { message: 'No bank has this code.' });
  return nipCode;
}

/** What `read` gives, or a fault at its place. */
function orFault<Value>(faults: Refusal[], at: { place: string; line: number }, read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    faults.push(...error.refusals.map((refusal) => ({ ...refusal, field: at.place, details: { line: at.line } })));
    return null;
  }
}
