/** A receipt as people read it: labels and values in order, the same in HTML and PDF. */
import { formatNaira, parseNaira } from '#src/lib/money.ts';
import { isoSeconds } from '#src/lib/time.ts';
import type { ReceiptData, VerifiedData } from './wire.ts';

export type Row = readonly [label: string, value: string];

/** "NGN 1,250.00" of an amount on the wire. */
export function nairaOf(amount: number): string {
  const read = parseNaira(amount);
  return formatNaira(read.ok ? read.kobo : 0n);
}

/** "2026-11-21 10:30:00", Lagos time. */
export function lagosTime(at: string | null): string {
  return at === null ? '' : isoSeconds(new Date(at)).replace('T', ' ');
}

export function verifiedRows(receipt: VerifiedData): Row[] {
  return [
    ['Status', receipt.status === 'SUCCESS' ? 'Successful' : 'Reversed: the money went back to the sender'],
    ['Amount', nairaOf(receipt.amount)],
    ['Date', `${lagosTime(receipt.completedAt)} (Lagos)`],
    ...(receipt.reversedAt === null ? [] : [['Reversed on', `${lagosTime(receipt.reversedAt)} (Lagos)`] as const]),
    ['From', `${receipt.senderName}, ${receipt.senderAccount}`],
    ['Sender\'s bank', receipt.senderBank],
    ['To', `${receipt.beneficiaryName}, ${receipt.beneficiaryAccount}`],
    ['Beneficiary\'s bank', receipt.beneficiaryBank],
    ['Reference', receipt.transactionId],
    ['Session id', receipt.sessionId ?? 'none'],
  ];
}

export function receiptRows(receipt: ReceiptData): Row[] {
  const charges: Row[] = [['Transfer fee', receipt.fee], ['VAT on fee', receipt.vat], ['Stamp duty', receipt.stampDuty]].flatMap(([label, amount]) => (typeof amount === 'number' && amount > 0 ? [[String(label), nairaOf(amount)] as const] : []));
  return [
    ...verifiedRows(receipt),
    ...(receipt.narration === '' ? [] : [['Narration', receipt.narration] as const]),
    ...charges,
    ...(charges.length === 0 ? [] : [['Total debited', nairaOf(receipt.total)] as const]),
  ];
}
