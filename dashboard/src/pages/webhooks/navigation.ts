import { IconWebhook } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const webhooksNavigation: readonly NavigationEntry[] = [
  { label: 'Webhooks', icon: IconWebhook, path: 'webhooks', scope: 'webhook:manage', group: 'Developers' },
];
