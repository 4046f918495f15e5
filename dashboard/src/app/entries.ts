/** The pages that the person may open, with their addresses and the keys that lead there. */
import { useMemo } from 'react';
import type { Environment } from '@/api/client.ts';
import type { NavigationEntry } from './areas.ts';
import { navigation } from './navigation.ts';
import { useMay } from './session.ts';

export type Entry = NavigationEntry & { to: string; /** Pressed after `g`. */ goKey: string | undefined };

const goKeys: Readonly<Record<string, string>> = {
  '': 'h', customers: 'c', kyc: 'k', 'identity-reviews': 'n', accounts: 'a', transfers: 't', reviews: 'r', bulk: 'b', webhooks: 'w', events: 'e', sandbox: 's', 'first-transfer': 'f', 'api-log': 'l', developers: 'd',
  'settings/credentials': 'i', 'settings/members': 'm', 'settings/security': 'y', 'settings/audit': 'u', 'operator/organizations': 'o', 'operator/service': 'v', 'operator/policies': 'p', 'operator/audit': 'j',
};

export function useEntries(environment: Environment): readonly Entry[] {
  const may = useMay();
  return useMemo(() => navigation
    .filter(({ scope, permission, testOnly }) => (scope === undefined || may.scope(environment, scope)) && (permission === undefined || may.permission(permission)) && !(testOnly === true && environment === 'live'))
    .map((entry) => ({ ...entry, to: entry.scope === undefined ? `/${entry.path}` : `/${environment}${entry.path === '' ? '' : `/${entry.path}`}`, goKey: goKeys[entry.path] })), [environment, may]);
}
