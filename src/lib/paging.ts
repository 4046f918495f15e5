/** A page of a list, and how a list answer speaks of it. `limit` and `offset` are ready for SQL. */
export type Page = { page: number; pageSize: number; limit: number; offset: number };

/** The paging fields of the reference's list answers. `previousPage` is 0 on the first page. */
export type PagingFields = { currentPage: number; pageSize: number; previousPage: number; total: number };

/** Both from 1. */
export function pageAt(page: number, pageSize: number): Page {
  return { page, pageSize, limit: pageSize, offset: (page - 1) * pageSize };
}

/** What a list answer says about itself; `total` counts all rows, not those of this page. */
export function pagingFields(page: Pick<Page, 'page' | 'pageSize'>, total: number): PagingFields {
  return { currentPage: page.page, pageSize: page.pageSize, previousPage: page.page - 1, total };
}
