/** A file of payments as a person looks at it before it is sent: each line with its faults, the total, and what stands there twice. Pure; the service checks all of it again. */
import { sumNaira } from '@/lib/format.ts';

export type Payment = { beneficiaryAccountNumber: string; beneficiaryBankCode: string; beneficiaryAccountName?: string; amount: string; narration?: string; reference?: string; line: number };
export type PreviewRow = { payment: Payment; faults: readonly string[]; /** Line of an earlier payment of the same amount to the same account. */ duplicateOf: number | null };
export type Preview = { rows: readonly PreviewRow[]; total: number; faulty: number; duplicates: number; /** Why the file as a whole cannot be read. */ trouble: string | null };

export const mostPayments = 1000;
const columns = ['beneficiaryAccountNumber', 'beneficiaryBankCode', 'beneficiaryAccountName', 'amount', 'narration', 'reference'] as const;
type Column = (typeof columns)[number];
const required: readonly Column[] = ['beneficiaryAccountNumber', 'beneficiaryBankCode', 'amount'];

export const exampleFile = `${columns.join(',')}\r\n0123456789,058,,1000.50,Salary November,EMP-001\r\n`;

export function readPayments(text: string): Preview {
  const [header, ...lines] = recordsOf(text.replace(/^\uFEFF/, ''));
  const trouble = troubleOf(header?.cells ?? [], lines.length);
  if (trouble !== null || header === undefined) return { rows: [], total: 0, faulty: 0, duplicates: 0, trouble: trouble ?? 'The file is empty.' };
  const seen = new Map<string, number>();
  const rows = lines.map(({ line, cells }): PreviewRow => {
    const cell = (name: Column): string => (cells[header.cells.indexOf(name)] ?? '').trim();
    const optional = (name: 'beneficiaryAccountName' | 'narration' | 'reference') => (cell(name) === '' ? {} : { [name]: cell(name) });
    const payment: Payment = { beneficiaryAccountNumber: cell('beneficiaryAccountNumber'), beneficiaryBankCode: cell('beneficiaryBankCode'), amount: cell('amount'), line, ...optional('beneficiaryAccountName'), ...optional('narration'), ...optional('reference') };
    const key = `${payment.beneficiaryAccountNumber} ${payment.beneficiaryBankCode} ${Number(payment.amount)}`;
    const duplicateOf = seen.get(key) ?? null;
    if (duplicateOf === null) seen.set(key, line);
    return { payment, faults: faultsOf(payment, cells.length > header.cells.length), duplicateOf };
  });
  const sound = rows.filter(({ faults }) => faults.length === 0);
  return { rows, total: sumNaira(sound.map(({ payment }) => Number(payment.amount))), faulty: rows.length - sound.length, duplicates: rows.filter(({ duplicateOf }) => duplicateOf !== null).length, trouble: null };
}

function troubleOf(names: readonly string[], lines: number): string | null {
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  if (missing.length > 0) return `The first line must name the columns. Missing: ${missing.join(', ')}.`;
  if (unknown.length > 0) return `The first line names columns that are not known: ${unknown.map((name) => (name === '' ? 'one without a name' : name)).join(', ')}.`;
  if (lines === 0) return 'The file has no payments below its first line.';
  return lines > mostPayments ? `The file has ${lines} payments; a bulk transfer takes at most ${mostPayments}.` : null;
}

function faultsOf({ beneficiaryAccountNumber, beneficiaryBankCode, amount }: Payment, tooLong: boolean): string[] {
  return [
    ...(tooLong ? ['More cells than columns'] : []),
    ...(/^\d{10}$/.test(beneficiaryAccountNumber) ? [] : ['Account number needs 10 digits']),
    ...(beneficiaryBankCode === '' ? ['Bank code is missing'] : []),
    ...(/^\d+(?:\.\d{1,2})?$/.test(amount) && Number(amount) > 0 ? [] : ['Amount must be naira above 0, at most 2 decimals']),
  ];
}

type Line = { line: number; cells: string[] };

/** Cells apart by comma or semicolon, whichever the first line has more of; quotes doubled inside quotes. Empty lines are left out. */
function recordsOf(text: string): Line[] {
  const first = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)));
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const records: Line[] = [];
  let [line, start, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const end = (): void => {
    if (cells.length > 0 || cell.trim() !== '') records.push({ line: start, cells: [...cells, cell].map((each) => each.trim()) });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"' && quoted && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      line += 1;
      if (quoted) cell += ' ';
      else {
        end();
        start = line;
      }
    } else if (letter !== '\r') cell += letter;
  }
  end();
  return records;
}
