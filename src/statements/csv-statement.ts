import { csvLine } from '#src/lib/csv.ts';
import { nairaText } from '#src/lib/money.ts';
import { isoMillis, lagosDay } from '#src/lib/time.ts';
import type { Line } from './lines.ts';
import type { Statement } from './statement.ts';

/** The statement as CSV: a line of names, the opening balance, one line for each entry, the closing balance. Amounts in naira; debits and credits have columns of their own. */
export async function writeCsvStatement(statement: Statement, lines: AsyncIterable<Line[]>, write: (chunk: string) => Promise<void>): Promise<void> {
  const { totals, startDate, endDate, accountNumber } = statement;
  const edge = (type: string, day: string, balanceKobo: bigint): string => csvLine([accountNumber, null, day, type, null, null, nairaText(balanceKobo), null, null, null, null, null]);
  await write(csvLine(['accountNumber', 'at', 'valueDate', 'type', 'debit', 'credit', 'balance', 'narration', 'counterparty', 'reference', 'sessionId', 'code']));
  await write(edge('OPENING', startDate, totals.openingKobo));
  for await (const batch of lines) {
    await write(batch.map((line) => {
      const amount = nairaText(line.amountKobo);
      return csvLine([
        accountNumber, isoMillis(line.at), lagosDay(line.at), line.isCredit ? 'CREDIT' : 'DEBIT', line.isCredit ? null : amount, line.isCredit ? amount : null,
        nairaText(line.balanceKobo), line.text, line.counterparty, line.reference, line.sessionId, line.code,
      ]);
    }).join(''));
  }
  await write(edge('CLOSING', endDate, totals.closingKobo));
}
