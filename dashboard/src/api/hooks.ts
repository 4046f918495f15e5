/** The two ways a page calls: what it shows, and what a person does. */
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, call, CallError, type CallName, type Input } from './client.ts';

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
  const intent = useRef<string | null>(null);
  return useMutation<Answer<Name>, CallError, Input<Name>>({
    mutationFn: async (input) => {
      intent.current ??= crypto.randomUUID();
      try {
        const answer = await call(name, { ...input, requestId: intent.current });
        intent.current = null;
        return answer;
      } catch (error) {
        if (error instanceof CallError && error.status !== 0 && error.status < 500) intent.current = null;
        throw error;
      }
    },
    onSuccess: () => Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each] }))).then(() => undefined),
  });
}
