import { IconArrowsExchange } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const transfersNavigation: readonly NavigationEntry[] = [
  { label: 'Transfers', icon: IconArrowsExchange, path: 'transfers', scope: 'transfer:read', group: 'Counter' },
];
