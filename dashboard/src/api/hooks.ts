/** The two ways a page calls: what it shows, and what a person does. */
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, call, CallError, type CallName, type Input, isDeclined } from './client.ts';

export type ReadOptions<Name extends CallName> = {
  enabled?: boolean;
  /** Milliseconds; only while the page is looked at. A function is asked after each answer; null: not again. */
  refreshMs?: number | ((answer: Answer<Name> | undefined) => number | null);
  keep?: boolean;
};

/** What a page shows. Key: name and input, so that two places that show the same thing ask once. */
export function useRead<Name extends CallName>(name: Name, input: Input<Name>, { enabled = true, refreshMs, keep = false }: ReadOptions<Name> = {}) {
  return useQuery<Answer<Name>, CallError>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, { ...input, signal }),
    enabled,
    ...(refreshMs === undefined ? {} : { refetchInterval: typeof refreshMs === 'number' ? refreshMs : (query) => refreshMs(query.state.data) ?? false }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });
}

export function keyOf<Name extends CallName>(name: Name, input?: Input<Name>): QueryKey {
  const { path, query, body } = (input ?? {}) as { path?: unknown; query?: unknown; body?: unknown };
  return input === undefined ? [name] : [name, { path, query, body }];
}

/**
 * What a person does. One requestId lasts until the service has said yes or no for good, so that pressing again after a lost
 * answer repeats the call instead of doing the thing twice. Everything named in `refresh` is read anew afterwards.
 */
export function useAct<Name extends CallName>(name: Name, { refresh = [] }: { refresh?: readonly CallName[] } = {}) {
  const client = useQueryClient();
  const left = useRef<{ thing: string; requestId: string } | null>(null);
  return usePress<Answer<Name>, CallError, Input<Name>>(async (input) => {
    // Another row of a list is another thing.
    const thing = JSON.stringify([name, 'path' in input ? input.path : null]);
    const requestId = left.current?.thing === thing ? left.current.requestId : crypto.randomUUID();
    left.current = null;
    const answer = await call(name, { ...input, requestId }).catch((error: unknown) => {
      if (isOpen(error)) left.current = { thing, requestId };
      throw error;
    });
    await Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each] })));
    return answer;
  });
}

/** Does it leave open whether an earlier try with the same requestId did the thing? No answer does, and what is refused before a requestId is looked at. */
function isOpen(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  return error.status === 0 || error.status >= 500 || [401, 403, 429].includes(error.status) || error.code === 'request_in_progress';
}

/**
 * A press. A button hears a task late that it waits, so that a second press passes: the same again gets the answer of the one that runs, and nothing
 * is done twice. Leaving a proof that was asked for ends it without an error.
 */
export function usePress<Done, Failed extends Error, Given>(run: (given: Given) => Promise<Done>, onSuccess?: () => void) {
  const running = useRef(new Map<string, Promise<Done>>());
  const press = useMutation<Done, Failed, Given>({
    mutationFn: (given) => {
      const same = JSON.stringify(given) ?? '';
      const before = running.current.get(same);
      if (before !== undefined) return before;
      const begun = run(given).finally(() => running.current.delete(same));
      running.current.set(same, begun);
      return begun;
    },
    onSuccess,
    onError: (error) => {
      if (isDeclined(error)) press.reset();
    },
  });
  return press;
}
