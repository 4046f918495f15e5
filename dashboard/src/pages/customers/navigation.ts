import { IconUsers } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const customersNavigation: readonly NavigationEntry[] = [
  { label: 'Customers', icon: IconUsers, path: 'customers', scope: 'customer:read', group: 'Counter' },
];
