/** Who is signed in, read once and kept: what the role may do decides what is shown, and the server decides what is done. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type CallError, type Data, type Environment } from '@/api/client.ts';

export type SignedIn = Data<'readSession'>;
export type Scope = SignedIn['scopes']['test'][number];
export type Permission = SignedIn['permissions'][number];

export const sessionQuery = queryOptions<SignedIn, CallError>({
  queryKey: ['readSession'],
  queryFn: async ({ signal }) => (await call('readSession', { signal })).data,
  staleTime: 60_000,
  retry: false,
});

/** Inside the frame somebody is signed in. */
export function useSession(): SignedIn {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('useSession is for pages inside the frame');
  return data;
}

export function useMay(): { scope(environment: Environment, scope: Scope): boolean; permission(permission: Permission): boolean } {
  const { scopes, permissions } = useSession();
  return useMemo(() => ({ scope: (environment, scope) => scopes[environment].includes(scope), permission: (permission) => permissions.includes(permission) }), [scopes, permissions]);
}
