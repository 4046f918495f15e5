import { IconFlask, IconRoute } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const sandboxNavigation: readonly NavigationEntry[] = [
  { label: 'First transfer', icon: IconRoute, path: 'first-transfer', scope: 'sandbox:control', testOnly: true, group: 'Developers' },
  { label: 'Sandbox tools', icon: IconFlask, path: 'sandbox', scope: 'sandbox:control', testOnly: true, group: 'Developers' },
];
