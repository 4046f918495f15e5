/** Names of banks by any of their codes. */
import { useMemo } from 'react';
import type { Environment } from '@/api/client.ts';
import { useRead } from '@/api/hooks.ts';

/** Answers the code itself for what is not known, or not read yet. */
export function useBankNames(environment: Environment): (code: string) => string {
  const { data } = useRead('listBanks', { path: { environment } });
  const names = useMemo(() => new Map(data?.data.flatMap(({ bankCode, bankName, cbnCode, aliases }) => [bankCode, cbnCode ?? bankCode, ...aliases].map((code) => [code, bankName] as const))), [data]);
  return (code) => names.get(code) ?? code;
}
