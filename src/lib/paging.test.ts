import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagingFields, parsePaging } from './paging.ts';

describe('paging', () => {
  it('reads texts and numbers, and gives limit and offset', () => {
    expect(parsePaging({ page: '3', pageSize: 20 })).toEqual({ ok: true, page: { page: 3, pageSize: 20, limit: 20, offset: 40 } });
    expect(parsePaging({ page: '1', pageSize: '100' })).toMatchObject({ ok: true });
  });

  it.each([['0'], ['-1'], ['1.5'], ['01'], ['1e2'], [' 1'], ['101'], [0], [1.5], [Number.NaN], [['1', '2']], [true]])('refuses pageSize %j', (pageSize) => {
    expect(parsePaging({ page: '1', pageSize })).toEqual({ ok: false, faults: [{ field: '/pageSize', reason: 'invalid' }] });
  });

  it('names every bad field at once', () => {
    expect(parsePaging({ pageSize: 'x' })).toEqual({ ok: false, faults: [{ field: '/page', reason: 'missing' }, { field: '/pageSize', reason: 'invalid' }] });
    expect(parsePaging({ page: '1000001', pageSize: '1' })).toMatchObject({ ok: false });
  });

  it('covers every row exactly once over consecutive pages', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(500), (pageSize, total) => {
      let covered = 0;
      for (let page = 1; covered < total; page++) {
        const parsed = parsePaging({ page, pageSize });
        if (!parsed.ok) throw new Error('refused');
        expect(parsed.page.offset).toBe(covered);
        covered += parsed.page.limit;
      }
    }));
  });

  it('says previousPage 0 on the first page', () => {
    expect(pagingFields({ page: 1, pageSize: 10 }, 35)).toEqual({ currentPage: 1, pageSize: 10, previousPage: 0, total: 35 });
    expect(pagingFields({ page: 4, pageSize: 10 }, 35).previousPage).toBe(3);
  });
});
