import { IconFiles } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const bulkNavigation: readonly NavigationEntry[] = [
  { label: 'Bulk transfers', icon: IconFiles, path: 'bulk', scope: 'transfer:read', group: 'Counter' },
];
