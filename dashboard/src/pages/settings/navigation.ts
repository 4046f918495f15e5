import { IconHistory, IconKey, IconShieldLock, IconUsers } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const settingsNavigation: readonly NavigationEntry[] = [
  { label: 'Manage API Credentials', icon: IconKey, path: 'settings/credentials', permission: 'credentials:read', group: 'Organization' },
  { label: 'Members', icon: IconUsers, path: 'settings/members', permission: 'members:read', group: 'Organization' },
  { label: 'Audit log', icon: IconHistory, path: 'settings/audit', permission: 'audit:read', group: 'Organization' },
  { label: 'Your security', icon: IconShieldLock, path: 'settings/security', group: 'Organization' },
];
