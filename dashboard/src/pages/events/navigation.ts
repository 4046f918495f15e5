import { IconBroadcast } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const eventsNavigation: readonly NavigationEntry[] = [
  { label: 'Events', icon: IconBroadcast, path: 'events', scope: 'event:read', group: 'Developers' },
];
