import { IconBuildingBank } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const accountsNavigation: readonly NavigationEntry[] = [
  { label: 'Accounts', icon: IconBuildingBank, path: 'accounts', scope: 'account:read', group: 'Counter' },
];
