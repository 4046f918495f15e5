/** Names of credentials by their id. */
import type { Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';
import { useMay } from '@/app/session.ts';

/** Null for what is not known: whoever may not see credentials sees their ids alone. */
export function useCredentialNames(environment: Environment): (credentialId: string) => string | null {
  const may = useMay();
  const { data } = useRead('listCredentials', {}, { enabled: may.permission('credentials:read') });
  return (credentialId) => data?.data[environment].find((each) => each.credentialId === credentialId)?.name ?? null;
}
