import { IconHome } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const homeNavigation: readonly NavigationEntry[] = [
  { label: 'Home', icon: IconHome, path: '', scope: 'transfer:read', group: 'Counter' },
];
