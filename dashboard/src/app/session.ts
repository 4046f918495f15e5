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

/** Today and the days before it, in Lagos, as the environment's clock has them: that of a sandbox may have been moved. */
export function useLagosDays(environment: Environment): (daysAgo: number) => string {
  const { sandboxAheadSeconds } = useSession();
  const aheadMs = environment === 'test' ? sandboxAheadSeconds * 1000 : 0;
  return (daysAgo) => lagosDate.format(new Date(Date.now() + aheadMs - daysAgo * 86_400_000));
}

const lagosDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' });

export function useMay(): { scope(environment: Environment, scope: Scope): boolean; permission(permission: Permission): boolean } {
  const { scopes, permissions } = useSession();
  return useMemo(() => ({ scope: (environment, scope) => scopes[environment].includes(scope), permission: (permission) => permissions.includes(permission) }), [scopes, permissions]);
}
