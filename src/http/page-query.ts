/** `page` and `pageSize` of list routes: query parameters, both required, as the reference describes them. */
import { z } from 'zod';
import { Failure, type Refusal } from '#src/errors.ts';
import { type Page, pageAt } from '#src/lib/paging.ts';

// Deeper pages would make the database walk a hundred million rows: callers narrow with filters instead.
export const pageQuery = {
  page: z.string().regex(/^(?:[1-9]\d{0,5}|1000000)$/, 'must be a whole number from 1 to 1000000').describe('Page number, from 1.').meta({ examples: ['1'] }),
  pageSize: z.string().regex(/^(?:[1-9]\d?|100)$/, 'must be a whole number from 1 to 100').describe('Records on a page, 1 to 100.').meta({ examples: ['10'] }),
};

/** The paging keys of a list answer's envelope. */
export const pageEnvelope = {
  currentPage: z.int().min(1).describe('This page.'),
  pageSize: z.int().min(1).describe('Records on a page, as asked.'),
  previousPage: z.int().min(0).describe('The page before, 0 on the first.'),
  total: z.int().min(0).describe('Records on all pages.'),
};

/** The page that a parsed query asks for. A schema that leaves both out where a list is exported leaves the refusal to this. @throws Failure missing_field */
export function readPage({ page, pageSize }: { page?: string | undefined; pageSize?: string | undefined }): Page {
  if (page !== undefined && pageSize !== undefined) return pageAt(Number(page), Number(pageSize));
  const missing = (name: string): Refusal => ({ code: 'missing_field', field: `/query/${name}`, message: `${name} is required.` });
  if (page !== undefined) throw new Failure([missing('pageSize')]);
  throw new Failure([missing('page'), ...(pageSize === undefined ? [missing('pageSize')] : [])]);
}
