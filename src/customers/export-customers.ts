/** The whole filtered list as a stream: CSV, or one JSON record on each line. */
import type { Context } from '#src/context.ts';
import type { Answer } from '#src/http/route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { csvLine } from '#src/lib/csv.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { completeCustomers, toCustomerRecord, type WholeCustomer } from './customer-record.ts';
import { type CustomerFilter, listCustomersAfter } from './list-store.ts';

export const exportMedia = ['text/csv', 'application/x-ndjson'] as const;
export type ExportMedia = (typeof exportMedia)[number];

/** Rows read at once: what one export holds in memory, however long the list is. */
const rowsAtOnce = 500;

/**
 * Every customer the filter finds, newest first, personal numbers masked whatever the scope. Each page is a read of its own, so that a caller who reads slowly
 * holds no transaction open; profiles created after the start are not in it, and ones changed on the way are as they were when their page was read.
 */
export async function exportCustomers(ctx: Context, tenantId: string, filter: CustomerFilter, media: ExportMedia): Promise<Answer> {
  const keys = await ctx.keyring.of(tenantId);
  const read = (after: WholeCustomer | undefined): Promise<WholeCustomer[]> => ctx.db.read(tenantId, async (tx) => completeCustomers(ctx, tx, await listCustomersAfter(tx, filter, after?.customer ?? null, rowsAtOnce)));
  // The first page is read before the answer begins: what fails there is still told as a refusal.
  const first = await read(undefined);
  return {
    httpStatus: 200,
    body: '',
    contentType: `${media}; charset=utf-8`,
    headers: { 'content-disposition': `attachment; filename="customers.${media === 'text/csv' ? 'csv' : 'ndjson'}"` },
    stream: chunks(first, read, media === 'text/csv' ? csvRows(keys) : jsonLines(keys)),
  };
}

type Format = { head: string; row(whole: WholeCustomer): string };

async function* chunks(first: WholeCustomer[], read: (after: WholeCustomer | undefined) => Promise<WholeCustomer[]>, { head, row }: Format): AsyncIterable<string> {
  yield head;
  for (let page = first; page.length > 0; page = page.length < rowsAtOnce ? [] : await read(page.at(-1))) yield page.map(row).join('');
}

function jsonLines(keys: TenantKeys): Format {
  return { head: '', row: (whole) => `${JSON.stringify(toCustomerRecord(whole, keys, { unmasked: false, inList: true }))}\n` };
}

const columns = [
  'customerId', 'classType', 'status', 'kycTier', 'businessName', 'firstName', 'otherName', 'surname', 'email', 'phone', 'salutation', 'gender', 'dateOfBirth', 'bvn', 'nin', 'nationality',
  'address.address', 'address.street', 'address.localGovernment', 'address.city', 'address.country', 'rcNumber', 'taxId', 'dateOfIncorporation', 'countryOfResidence', 'stateOfResidence',
  'stateOfRegistration', 'sectorT24Code', 'industryT24Code', 'dateAdded',
] as const;

function csvRows(keys: TenantKeys): Format {
  return {
    head: csvLine(columns),
    row(whole) {
      const record = toCustomerRecord(whole, keys, { unmasked: false, inList: false });
      return csvLine(columns.map((column) => cellOf(record, column)));
    },
  };
}

function cellOf(record: Record<string, unknown>, column: string): string | null {
  const [name = '', inner] = column.split('.');
  const outer = record[name];
  const value = inner === undefined ? outer : isRecord(outer) ? outer[inner] : null;
  // A leading + would read as a formula; without it the number is one that this API takes.
  if (column === 'phone') return String(value).replace(/^\+/, '');
  return typeof value === 'string' ? value : null;
}
