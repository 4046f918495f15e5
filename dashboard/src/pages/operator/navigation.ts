import { IconBuildingBank, IconHeartbeat, IconListSearch, IconScale } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const operatorNavigation: readonly NavigationEntry[] = [
  { label: 'Organizations', icon: IconBuildingBank, path: 'operator/organizations', permission: 'operator:read', group: 'Operator' },
  { label: 'Service', icon: IconHeartbeat, path: 'operator/service', permission: 'operator:read', group: 'Operator' },
  { label: 'Limits and charges', icon: IconScale, path: 'operator/policies', permission: 'operator:read', group: 'Operator' },
  { label: 'All audit logs', icon: IconListSearch, path: 'operator/audit', permission: 'operator:read', group: 'Operator' },
];
