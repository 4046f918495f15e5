/** A bulk transfer as a CSV file: a header row of field names, a payment on each line. What is no payment stands in the query. */
import { fail, Failure, type Refusal } from '#src/errors.ts';
import { fieldRefusals, mostRefusals, predicateOf } from '#src/http/field-refusals.ts';
import { type CsvRecord, parseCsv } from '#src/lib/csv.ts';
import { mostItems } from './batch.ts';
import { itemSchema } from './wire.ts';

const columns: readonly string[] = Object.keys(itemSchema.shape).filter((name) => name !== 'line');
const required: readonly string[] = ['beneficiaryAccountNumber', 'beneficiaryBankCode', 'amount'];

export const csvExample = [
  'beneficiaryAccountNumber,beneficiaryBankCode,beneficiaryAccountName,amount,narration,reference',
  '0123456789,058,CHINEDU OBI,1000.50,Salary November,EMP-001',
  '0123456788,044,,2500,Salary November,EMP-002',
].join('\r\n');

/** The body that the text stands for. A file with faults is refused whole; each names its line. @throws Failure invalid_field, missing_field */
export function readCsvBody(text: string, query: Readonly<Record<string, unknown>>): unknown {
  const { records, fault } = parseCsv(text);
  if (fault !== null) throw fail('invalid_field', { field: '/items', message: `Line ${fault.line}: ${fault.what}.`, details: { line: fault.line } });
  const [header, ...rows] = records;
  const names = readHeader(header);
  if (rows.length > mostItems) throw fail('invalid_field', { field: '/items', message: `The file has more than ${mostItems} payments.`, fix: 'Split it into several files.' });
  const refusals: Refusal[] = [];
  const items = rows.map((row, index) => {
    const item = toItem(names, row);
    if (refusals.length < mostRefusals) refusals.push(...faultsOf(names, row, item, index));
    return item;
  });
  const [first, ...others] = refusals.slice(0, mostRefusals);
  if (first !== undefined) throw new Failure([first, ...others]);
  return { ...query, items };
}

function readHeader(header: CsvRecord | undefined): string[] {
  const names = header?.cells.map((cell) => cell.trim()) ?? [];
  const line = { line: header?.line ?? 1 };
  const fix = `Begin the file with a row of these names, in any order: ${columns.join(', ')}.`;
  const faults = [
    ...names.filter((name) => !columns.includes(name)).map((name): Refusal => ({ code: 'invalid_field', field: '/items', message: `${name === '' ? 'A column without a name' : name.slice(0, 100)} is not a known column.`, fix, details: line })),
    ...names.filter((name, index) => columns.includes(name) && names.indexOf(name) !== index).map((name): Refusal => ({ code: 'invalid_field', field: '/items', message: `The column ${name} stands there twice.`, fix, details: line })),
    ...required.filter((name) => !names.includes(name)).map((name): Refusal => ({ code: 'missing_field', field: '/items', message: `The column ${name} is missing.`, fix, details: line })),
  ];
  const [first, ...others] = faults.slice(0, mostRefusals);
  if (first !== undefined) throw new Failure([first, ...others]);
  return names;
}

/** An empty cell is a field that was left out. */
function toItem(names: readonly string[], { line, cells }: CsvRecord): Record<string, unknown> {
  const filled = names.map((name, index) => [name, (cells[index] ?? '').trim()] as const).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(filled), line };
}

function faultsOf(names: readonly string[], { line, cells }: CsvRecord, item: Record<string, unknown>, index: number): Refusal[] {
  const place = `/items/${index}`;
  if (cells.length > names.length) return [{ code: 'invalid_field', field: place, message: `Line ${line} has ${cells.length} cells, the header ${names.length}.`, fix: 'Put cells that hold a separator into quotes.', details: { line } }];
  const result = itemSchema.safeParse(item, { error: predicateOf });
  if (result.success) return [];
  return fieldRefusals(result.error.issues, place, item).map((refusal) => ({ ...refusal, message: `Line ${line}: ${refusal.message ?? ''}`, details: { line } }));
}
