/** `page` and `pageSize` of list routes: query parameters, both required, as the reference describes them. */
import { z } from 'zod';
import { assert } from '#src/lib/assert.ts';
import { type Page, parsePaging } from '#src/lib/paging.ts';

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

/** The page that a parsed query asks for. */
export function readPage(query: { page: string; pageSize: string }): Page {
  const paging = parsePaging(query);
  assert(paging.ok, 'the schema lets only readable pages through');
  return paging.page;
}
