/**
 * Holds the rail's settlement report against our transfers. What it says settles what was unknown; what it contradicts
 * becomes an exception; what either side has alone is reported. A line that is missing never frees money.
 */
import { adaptersOf, type Context, type Environment } from '#src/context.ts';
import { findCredits } from '#src/credits/find-credits.ts';
import { formatNaira } from '#src/lib/money.ts';
import type { Lane } from '#src/work/lanes.ts';
import { settlementVerdict } from './rails/response-codes.ts';
import type { Settle } from './settle.ts';
import { dayOfReference, type SettlementLine } from './settlement-file.ts';
import { paymentsOfDay, paymentsOfReferences, type SentPayment } from './settlement-store.ts';
import type { TransferState } from './transfer.ts';

export type SettlementReport = {
  lines: number;
  /** Transfers that this import brought to their end. */
  settled: number;
  /** One sentence for each thing that does not agree; the same again on the next import while it lasts. */
  differences: string[];
};

type Import = { environment: Environment; lines: readonly SettlementLine[]; /** Lagos days the report covers; those of its lines when left out. */ days?: readonly string[] };

/** Lines in hand at once: far below what a lane lets wait. */
const chunkSize = 1_000;

/** Safe to repeat: a line settles its transfer once. */
export async function importSettlement(ctx: Context, settleLane: Lane<Settle, TransferState | null>, { environment, lines, days }: Import): Promise<SettlementReport> {
  const report: SettlementReport = { lines: lines.length, settled: 0, differences: [] };
  const outward = lines.filter((line) => line.direction === 'outward');
  for (const chunk of chunks(outward)) {
    const known = await paymentsOfReferences(ctx.db, environment, chunk.map((line) => line.railRef));
    const results = await Promise.all(chunk.map((line) => settleLine(settleLane, environment, line, known.get(line.railRef))));
    for (const { settled, difference } of results) {
      if (settled) report.settled += 1;
      if (difference !== null) report.differences.push(difference);
    }
  }
  report.differences.push(...(await compareInward(ctx, environment, lines.filter((line) => line.direction === 'inward'))));
  const covered = days ?? [...new Set(outward.flatMap((line) => dayOfReference(line.railRef) ?? []))];
  report.differences.push(...(await findMissing(ctx, environment, covered, new Set(outward.map((line) => line.railRef)))));
  return report;
}

type LineResult = { settled: boolean; difference: string | null };

async function settleLine(settleLane: Lane<Settle, TransferState | null>, environment: Environment, line: SettlementLine, payment: SentPayment | undefined): Promise<LineResult> {
  const differs = (what: string): LineResult => ({ settled: false, difference: `${line.railRef}: ${what}` });
  if (payment === undefined) return differs(`${formatNaira(line.amountKobo)} with code ${line.responseCode} belongs to no transfer`);
  if (payment.amountKobo !== line.amountKobo) return differs(`${formatNaira(line.amountKobo)} there, ${formatNaira(payment.amountKobo)} here (${payment.transactionId}); nothing was settled by it`);
  const verdict = settlementVerdict(line.responseCode);
  if (verdict === null) return differs(`code ${line.responseCode} decides nothing (${payment.transactionId} is ${payment.state})`);
  if (agrees(payment.state, verdict)) return { settled: false, difference: null };
  const state = await settleLane.run(payment.tenantId, { environment, transactionId: payment.transactionId, evidence: { from: 'settlement', verdict, responseCode: line.responseCode } });
  if (state !== null && agrees(state, verdict)) return { settled: true, difference: null };
  if (payment.exceptionResolved) return { settled: false, difference: null };
  return differs(`${verdict} there, ${payment.transactionId} is ${state ?? payment.state} here`);
}

function agrees(state: TransferState, verdict: 'success' | 'reject'): boolean {
  return verdict === 'success' ? state === 'COMPLETED' || state === 'RETURNED' : state === 'FAILED';
}

/** What we call successful and the report does not know. */
async function findMissing(ctx: Context, environment: Environment, days: readonly string[], reported: ReadonlySet<string>): Promise<string[]> {
  const differences: string[] = [];
  for (const day of days) {
    for await (const payment of paymentsOfDay(ctx.db, environment, { rail: adaptersOf(ctx, environment).rail.name, institution: ctx.config.operator.nipCode, day })) {
      if ((payment.state === 'COMPLETED' || payment.state === 'RETURNED') && !reported.has(payment.railRef)) {
        differences.push(`${payment.railRef}: ${payment.transactionId} is ${payment.state} here with ${formatNaira(payment.amountKobo)}, and is not in the report`);
      }
    }
  }
  return differences;
}

/** Money the rail says it brought: each must be on our books. */
async function compareInward(ctx: Context, environment: Environment, lines: readonly SettlementLine[]): Promise<string[]> {
  const differences: string[] = [];
  for (const chunk of chunks(lines.filter((line) => line.responseCode === '00'))) {
    const applied = await findCredits(ctx.db, environment, chunk.map((line) => line.railRef));
    for (const { railRef, amountKobo } of chunk) {
      const here = applied.get(railRef);
      if (here === undefined) differences.push(`${railRef}: ${formatNaira(amountKobo)} came in there, and is not on our books`);
      else if (here !== amountKobo) differences.push(`${railRef}: ${formatNaira(amountKobo)} came in there, ${formatNaira(here)} here`);
    }
  }
  return differences;
}

function* chunks<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}
