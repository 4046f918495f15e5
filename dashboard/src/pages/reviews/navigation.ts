import { IconGavel } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const reviewsNavigation: readonly NavigationEntry[] = [
  { label: 'Transfer reviews', icon: IconGavel, path: 'reviews', scope: 'transfer:read', permission: 'transfers:decide', group: 'Counter' },
];
