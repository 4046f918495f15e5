/** Lists that can be awaited (one page) or iterated (all of them). */
import type { CursorList, CursorPage, Page, PageList } from './call.ts';

export function pageList(first: number, pageSize: number, load: (page: number, pageSize: number) => Promise<Record<string, unknown>>): PageList<unknown> {
  const read = async (page: number): Promise<Page<unknown>> => {
    const { data, currentPage, pageSize: size, total } = (await load(page, pageSize)) as { data: unknown[]; currentPage: number; pageSize: number; total: number };
    return { items: data, currentPage, pageSize: size, total };
  };
  return lazily(
    () => read(first),
    async function* items() {
      for (let page = first; ; page += 1) {
        const { items: found, total } = await read(page);
        yield* found;
        if (found.length === 0 || page * pageSize >= total) return;
      }
    },
  );
}

export function cursorList(after: string | undefined, load: (after: string | undefined) => Promise<Record<string, unknown>>): CursorList<unknown> {
  const read = async (cursor: string | undefined): Promise<CursorPage<unknown>> => {
    const { data, nextCursor, hasMore } = (await load(cursor)) as { data: unknown[]; nextCursor: string | null; hasMore: boolean };
    return { items: data, nextCursor, hasMore };
  };
  return lazily(
    () => read(after),
    async function* items() {
      for (let cursor = after; ; ) {
        const { items: found, nextCursor, hasMore } = await read(cursor);
        yield* found;
        if (!hasMore || nextCursor === null) return;
        cursor = nextCursor;
      }
    },
  );
}

/** Nothing is sent before somebody awaits or iterates. */
function lazily<One>(one: () => Promise<One>, all: () => AsyncGenerator<unknown>): PromiseLike<One> & AsyncIterable<unknown> {
  let begun: Promise<One> | null = null;
  return {
    // eslint-disable-next-line unicorn/no-thenable -- a list is meant to be awaited
    then: (resolve, reject) => (begun ??= one()).then(resolve, reject),
    [Symbol.asyncIterator]: all,
  };
}
