import { IconEyeCheck, IconId } from '@tabler/icons-react';
import type { NavigationEntry } from '@/app/areas.ts';

export const kycNavigation: readonly NavigationEntry[] = [
  { label: 'Identity checks', icon: IconId, path: 'kyc', scope: 'kyc:read', group: 'Counter' },
  { label: 'Identity reviews', icon: IconEyeCheck, path: 'identity-reviews', scope: 'kyc:run', group: 'Counter' },
];
