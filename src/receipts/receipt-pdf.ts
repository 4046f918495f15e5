/** A receipt as one page of PDF. */
import { newPdfDocument } from '#src/lib/pdf-document.ts';
import { printable } from '#src/lib/printable.ts';
import { nairaOf, receiptRows } from './receipt-rows.ts';
import type { ReceiptData } from './wire.ts';

const left = 56;
const width = 483;
const labelWidth = 130;

export async function receiptPdf(receipt: ReceiptData): Promise<AsyncIterable<Uint8Array>> {
  const document = await newPdfDocument({ size: 'A4', margin: left, info: { Title: `Receipt ${receipt.transactionId}`, Author: printable(receipt.senderBank), CreationDate: new Date(receipt.completedAt ?? 0) } });
  const reversed = receipt.status === 'REVERSED';
  document.font('Helvetica-Bold').fontSize(16).fillColor('#1c2127').text(printable(receipt.senderBank), left, 56);
  document.font('Helvetica').fontSize(10).fillColor('#5b6570').text('Transaction receipt');
  if (receipt.environment === 'sandbox') document.fillColor('#b35900').text('Sandbox: no real money moved.');
  document.moveDown(1.2).font('Helvetica-Bold').fontSize(24).fillColor('#1c2127').text(nairaOf(receipt.amount));
  document.font('Helvetica').fontSize(11).fillColor(reversed ? '#b35900' : '#1a7f37').text(reversed ? 'Reversed: the money went back to the sender' : 'Successful');
  document.moveDown(1);
  for (const [label, value] of receiptRows(receipt)) {
    if (label === 'Amount' || label === 'Status') continue;
    const top = document.y + 6;
    document.moveTo(left, top - 4).lineTo(left + width, top - 4).lineWidth(0.5).strokeColor('#dde2e7').stroke();
    document.fontSize(10).fillColor('#5b6570').text(label, left, top, { width: labelWidth });
    document.fillColor('#1c2127').text(printable(value), left + labelWidth, top, { width: width - labelWidth });
  }
  document.moveDown(2).fontSize(10).fillColor('#5b6570').text('Verification code', left).font('Courier-Bold').fontSize(13).fillColor('#1c2127').text(receipt.verificationCode);
  document.font('Helvetica').fontSize(9).fillColor('#5b6570').text('Anybody can check this receipt at ', { continued: true }).fillColor('#0b5cad').text(receipt.verifyUrl, { link: receipt.verifyUrl });
  document.end();
  return document;
}
