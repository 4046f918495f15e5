import { IconTerminal2 } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const developersNavigation: readonly NavigationEntry[] = [
  { label: 'API log', icon: IconTerminal2, path: 'api-log', scope: 'webhook:manage', group: 'Developers' },
];
