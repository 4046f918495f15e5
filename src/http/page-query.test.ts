import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '#src/errors.ts';
import { pageQuery, readPage } from './page-query.ts';

const refusals = (query: { page?: string; pageSize?: string }) => {
  try {
    return readPage(query);
  } catch (error) {
    return error instanceof Failure ? error.refusals.map(({ code, field }) => [code, field]) : error;
  }
};

describe('the page of a query', () => {
  it('is read where both are there, and each that is missing is named', () => {
    expect(readPage({ page: '3', pageSize: '20' })).toEqual({ page: 3, pageSize: 20, limit: 20, offset: 40 });
    expect(refusals({ page: '1' })).toEqual([['missing_field', '/query/pageSize']]);
    expect(refusals({ pageSize: '1' })).toEqual([['missing_field', '/query/page']]);
    expect(refusals({})).toEqual([['missing_field', '/query/page'], ['missing_field', '/query/pageSize']]);
  });

  it.each([
    ['pageSize', ['1', '9', '10', '100'], ['', '0', '-1', '1.5', '01', '1e2', ' 1', '101', '1000']],
    ['page', ['1', '999999', '1000000'], ['', '0', '-1', '1.5', '01', '1e2', ' 1', '1000001', '9999999']],
  ] as const)('the schema lets whole numbers within bounds through as %s', (name, good, bad) => {
    const passes = (value: string) => z.object(pageQuery).shape[name].safeParse(value).success;
    expect(good.filter(passes)).toEqual(good);
    expect(bad.filter(passes)).toEqual([]);
  });
});
