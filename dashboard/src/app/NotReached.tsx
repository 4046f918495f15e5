/** Says that what stands on the page is from before: it is read anew, and the service does not answer. */
import { Text } from '@mantine/core';
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { CallError } from '@/api/client.ts';
import { Moment } from '@/components/values.tsx';
import { clockTime } from '@/lib/format.ts';

export const noteHeight = 44;

/** When the service last answered what is on the page and can no longer be read; null: all of it is as new as it should be. */
export function useNotReachedSince(): string | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]);
  const since = useSyncExternalStore(subscribe, () => {
    const lost = cache.getAll().filter(isLost).map((query) => query.state.dataUpdatedAt);
    return lost.length === 0 ? null : Math.min(...lost);
  });
  return since === null ? null : new Date(since).toISOString();
}

/** Looked at, read before, and not answered now. A refusal is an answer. */
function isLost(query: Query): boolean {
  const { data, error } = query.state;
  return data !== undefined && error instanceof CallError && (error.status === 0 || error.status >= 500) && query.isActive();
}

export function NotReached({ since }: { since: string | null }) {
  return (
    <div role="status" className="not-reached">
      {since !== null && <Text size="sm" lh={1.35} ta="center">Not reached since <Moment at={since} text={clockTime(since)} />. What you see is from before.</Text>}
    </div>
  );
}
