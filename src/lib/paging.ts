export type Page = { page: number; pageSize: number; limit: number; offset: number };
export type PagingFault = { field: '/page' | '/pageSize'; reason: 'missing' | 'invalid' };
export type PagingResult = { ok: true; page: Page } | { ok: false; faults: readonly PagingFault[] };

/** The paging fields of the reference's list answers. `previousPage` is 0 on the first page. */
export type PagingFields = { currentPage: number; pageSize: number; previousPage: number; total: number };

export const MAX_PAGE_SIZE = 100;
// Deeper pages would make the database walk a hundred million rows: callers narrow with filters instead.
export const MAX_PAGE = 1_000_000;

/**
 * Reads `page` (1 to 1,000,000) and `pageSize` (1 to 100) of a query; both are required and plain decimal.
 * Gives one fault for each bad field. `limit` and `offset` are ready for SQL. Never throws.
 */
export function parsePaging(query: { page?: unknown; pageSize?: unknown }): PagingResult {
  const page = readInteger(query.page, MAX_PAGE);
  const pageSize = readInteger(query.pageSize, MAX_PAGE_SIZE);
  if (typeof page === 'number' && typeof pageSize === 'number') {
    return { ok: true, page: { page, pageSize, limit: pageSize, offset: (page - 1) * pageSize } };
  }
  const faults: PagingFault[] = [];
  if (typeof page === 'string') faults.push({ field: '/page', reason: page });
  if (typeof pageSize === 'string') faults.push({ field: '/pageSize', reason: pageSize });
  return { ok: false, faults };
}

/** What a list answer says about itself; `total` counts all rows, not those of this page. */
export function pagingFields(page: Pick<Page, 'page' | 'pageSize'>, total: number): PagingFields {
  return { currentPage: page.page, pageSize: page.pageSize, previousPage: page.page - 1, total };
}

function readInteger(value: unknown, max: number): number | PagingFault['reason'] {
  if (value === undefined || value === null || value === '') return 'missing';
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^[1-9]\d{0,6}$/.test(text)) return 'invalid';
  const number = Number(text);
  return number <= max ? number : 'invalid';
}
