/**
 * The statement as PDF, page by page: each page is written out before the next one begins, so its length costs no memory.
 * Entries have one height, so that the number of pages is known from the number of entries.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { formatNaira } from '#src/lib/money.ts';
import { newPdfDocument, type PdfDocument } from '#src/lib/pdf-document.ts';
import { printable } from '#src/lib/printable.ts';
import { isoSeconds, lagosDay } from '#src/lib/time.ts';
import type { Line } from './lines.ts';
import type { Statement } from './statement.ts';

const ink = '#1c2127';
const soft = '#5b6570';
const rule = '#dde2e7';
const left = 40;
const right = 555;
/** Right edges of the columns of amounts. */
const edges = { debit: 395, credit: 475, balance: right };
const descriptionLeft = 100;
const rowHeight = 25;
const firstTop = 214;
const nextTop = 92;
const bottom = 785;
const rowsOnFirst = Math.floor((bottom - firstTop) / rowHeight);
const rowsOnNext = Math.floor((bottom - nextTop) / rowHeight);

/** Pages of a statement with so many entries; the opening and the closing balance have lines too. */
export function pagesFor(entries: number): number {
  return 1 + Math.max(0, Math.ceil((entries + 2 - rowsOnFirst) / rowsOnNext));
}

/** `operator`: the name on the letterhead. `write` takes the bytes in order. */
export async function writePdfStatement(statement: Statement, lines: AsyncIterable<Line[]>, operator: string, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  const document = await newPdfDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: `Statement ${statement.accountNumber}`, Author: printable(operator), CreationDate: statement.madeAt } });
  const written = writeOut(document, write);
  // Whoever fails first ends the other; only then is the failure told.
  written.catch(() => document.destroy());
  try {
    await draw(document, statement, lines, operator);
    document.end();
  } catch (error) {
    document.destroy();
    await written.catch(() => undefined);
    throw error;
  }
  await written;
}

async function writeOut(document: PdfDocument, write: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  for await (const chunk of document) await write(chunk);
}

async function draw(document: PdfDocument, statement: Statement, lines: AsyncIterable<Line[]>, operator: string): Promise<void> {
  const pages = pagesFor(statement.totals.entries);
  let page = 0;
  let top = bottom;
  const nextRow = (): number => {
    if (top + rowHeight > bottom) {
      page += 1;
      document.addPage();
      top = page === 1 ? firstTop : nextTop;
      if (page === 1) drawLetterhead(document, statement, operator);
      drawFrame(document, statement, operator, { page, pages, top });
    }
    const row = top;
    top += rowHeight;
    return row;
  };
  drawBalance(document, 'Opening balance', statement.totals.openingKobo, nextRow());
  for await (const batch of lines) {
    for (const [index, line] of batch.entries()) {
      drawLine(document, line, nextRow());
      // Others are served meanwhile, and what was drawn leaves.
      if (index % 100 === 99) await breathe();
    }
  }
  drawBalance(document, 'Closing balance', statement.totals.closingKobo, nextRow());
}

function drawBalance(document: PdfDocument, label: string, kobo: bigint, top: number): void {
  drawText(document, label, descriptionLeft, top + 8, { font: 'Helvetica-Bold', size: 9 });
  drawAmount(document, kobo, edges.balance, top + 8, 'Helvetica-Bold');
  drawRule(document, top + rowHeight);
}

type Look = { font?: string; size?: number; colour?: string };

function drawText(document: PdfDocument, text: string, x: number, y: number, { font = 'Helvetica', size = 8.5, colour = ink }: Look = {}): void {
  document.font(font).fontSize(size).fillColor(colour).text(text, x, y, { lineBreak: false });
}

function drawRight(document: PdfDocument, text: string, edge: number, y: number, look: Look = {}): void {
  document.font(look.font ?? 'Helvetica').fontSize(look.size ?? 8.5);
  drawText(document, text, edge - document.widthOfString(text), y, look);
}

function drawAmount(document: PdfDocument, kobo: bigint, edge: number, y: number, font = 'Helvetica'): void {
  drawRight(document, formatNaira(kobo).replace('NGN ', ''), edge, y, { font });
}

/** The text, or its beginning and three dots, within `width` points. */
function fitted(document: PdfDocument, text: string, width: number, size: number): string {
  document.font('Helvetica').fontSize(size);
  const whole = printable(text);
  // The widest letters of the font are 1.02 em: what is short enough needs no measuring.
  if (whole.length * size * 1.02 <= width) return whole;
  let cut = whole;
  while (cut.length > 1 && document.widthOfString(cut === whole ? cut : `${cut}...`) > width) cut = cut.slice(0, Math.min(cut.length - 1, Math.floor(cut.length * 0.95)));
  return cut === whole ? whole : `${cut}...`;
}

function drawLine(document: PdfDocument, line: Line, top: number): void {
  const width = edges.debit - 70 - descriptionLeft;
  drawText(document, lagosDay(line.at), left, top + 4);
  drawText(document, fitted(document, line.counterparty === null ? line.text : `${line.counterparty}: ${line.text}`, width, 8.5), descriptionLeft, top + 4);
  drawText(document, line.sessionId === null ? line.reference : `Session ${line.sessionId}`, descriptionLeft, top + 14, { size: 6.5, colour: soft });
  drawAmount(document, line.amountKobo, line.isCredit ? edges.credit : edges.debit, top + 4);
  drawAmount(document, line.balanceKobo, edges.balance, top + 4);
  drawRule(document, top + rowHeight);
}

function drawRule(document: PdfDocument, y: number): void {
  document.moveTo(left, y).lineTo(right, y).lineWidth(0.4).strokeColor(rule).stroke();
}

/** What every page has: names of the columns, the account, and its number among the pages. */
function drawFrame(document: PdfDocument, statement: Statement, operator: string, { page, pages, top }: { page: number; pages: number; top: number }): void {
  if (page > 1) {
    drawText(document, printable(operator), left, 40, { font: 'Helvetica-Bold', size: 11 });
    drawRight(document, `Account ${statement.accountNumber}, ${statement.startDate} to ${statement.endDate}`, right, 42, { colour: soft });
  }
  const y = top - 16;
  const look = { font: 'Helvetica-Bold', size: 8, colour: soft };
  drawText(document, 'Date', left, y, look);
  drawText(document, 'Description', descriptionLeft, y, look);
  drawRight(document, 'Debit', edges.debit, y, look);
  drawRight(document, 'Credit', edges.credit, y, look);
  drawRight(document, 'Balance (NGN)', edges.balance, y, look);
  drawRule(document, top - 2);
  const note = statement.isSandbox ? 'Sandbox: this statement is about no real money.' : `Made on ${isoSeconds(statement.madeAt).replace('T', ' ')} (Lagos)`;
  drawText(document, note, left, 805, { size: 7.5, colour: statement.isSandbox ? '#b35900' : soft });
  drawRight(document, `Page ${page} of ${pages}`, right, 805, { size: 7.5, colour: soft });
}

function drawLetterhead(document: PdfDocument, statement: Statement, operator: string): void {
  const { totals } = statement;
  drawText(document, printable(operator), left, 40, { font: 'Helvetica-Bold', size: 18 });
  drawRight(document, 'Statement of account', right, 46, { size: 12, colour: soft });
  drawRule(document, 70);
  drawText(document, fitted(document, statement.accountName, 300, 12), left, 84, { font: 'Helvetica-Bold', size: 12 });
  const facts: [string, string][] = [
    ['Account number', statement.accountNumber],
    ['Account type', `${statement.accountType}, NGN`],
    ['Period', `${statement.startDate} to ${statement.endDate}`],
    ['Made on', `${isoSeconds(statement.madeAt).replace('T', ' ')} (Lagos)`],
    ['Entries', String(totals.entries)],
  ];
  facts.forEach(([label, value], index) => {
    drawText(document, label, left, 106 + index * 14, { colour: soft });
    drawText(document, value, left + 90, 106 + index * 14);
  });
  const sums: [string, bigint][] = [['Opening balance', totals.openingKobo], ['Total credits', totals.creditsKobo], ['Total debits', totals.debitsKobo], ['Closing balance', totals.closingKobo]];
  document.rect(330, 84, right - 330, 88).fillColor('#f4f6f8').fill();
  sums.forEach(([label, kobo], index) => {
    const font = index === 3 ? 'Helvetica-Bold' : 'Helvetica';
    drawText(document, label, 342, 95 + index * 18, { size: 9, font });
    drawRight(document, formatNaira(kobo), right - 12, 95 + index * 18, { size: 9, font });
  });
}
