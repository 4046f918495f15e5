import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageAt, pagingFields } from './paging.ts';

describe('paging', () => {
  it('gives limit and offset', () => {
    expect(pageAt(3, 20)).toEqual({ page: 3, pageSize: 20, limit: 20, offset: 40 });
  });

  it('covers every row exactly once over consecutive pages', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(500), (pageSize, total) => {
      let covered = 0;
      for (let number = 1; covered < total; number++) {
        const page = pageAt(number, pageSize);
        expect(page.offset).toBe(covered);
        covered += page.limit;
      }
    }));
  });

  it('says previousPage 0 on the first page', () => {
    expect(pagingFields({ page: 1, pageSize: 10 }, 35)).toEqual({ currentPage: 1, pageSize: 10, previousPage: 0, total: 35 });
    expect(pagingFields({ page: 4, pageSize: 10 }, 35).previousPage).toBe(3);
  });
});
