/** What every operation takes beside its own arguments, and what lists give back. */

export type CallOptions = {
  /** 1 to 128 of `A-Z a-z 0-9 . _ : -`. Made for you when left out; name it to ask again about a call that was cut off. */
  requestId?: string;
  /** Ends the call, waits between tries included. */
  signal?: AbortSignal;
  /** Sandbox: the result to bring about, as `X-Scenario`. */
  scenario?: string;
  /** How often to try again after trouble that passes; the client's own setting when left out. */
  retries?: number;
  /** Of one try. */
  timeoutMs?: number;
};

/** One page of a list. */
export type Page<Item> = { items: readonly Item[]; currentPage: number; pageSize: number; total: number };

/** Await it for the first page; iterate it for everything, page after page. */
export interface PageList<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {}

export type CursorPage<Item> = { items: readonly Item[]; nextCursor: string | null; hasMore: boolean };

/** Await it for the next items after the cursor; iterate it for all there are by now. */
export interface CursorList<Item> extends PromiseLike<CursorPage<Item>>, AsyncIterable<Item> {}
