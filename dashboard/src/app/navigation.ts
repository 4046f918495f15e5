/** The entries of every area, in the order in which they are shown. */
import type { NavigationEntry } from './areas.ts';
import { accountsNavigation } from '@/pages/accounts/navigation.ts';
import { developersNavigation } from '@/pages/developers/navigation.ts';
import { eventsNavigation } from '@/pages/events/navigation.ts';
import { reviewsNavigation } from '@/pages/reviews/navigation.ts';
import { sandboxNavigation } from '@/pages/sandbox/navigation.ts';
import { operatorNavigation } from '@/pages/operator/navigation.ts';
import { bulkNavigation } from '@/pages/bulk/navigation.ts';
import { customersNavigation } from '@/pages/customers/navigation.ts';
import { kycNavigation } from '@/pages/kyc/navigation.ts';
import { homeNavigation } from '@/pages/home/navigation.ts';
import { settingsNavigation } from '@/pages/settings/navigation.ts';
import { transfersNavigation } from '@/pages/transfers/navigation.ts';
import { webhooksNavigation } from '@/pages/webhooks/navigation.ts';

export const navigation: readonly NavigationEntry[] = [
  ...homeNavigation,
  ...customersNavigation,
  ...kycNavigation,
  ...accountsNavigation,
  ...transfersNavigation,
  ...reviewsNavigation,
  ...bulkNavigation,
  ...sandboxNavigation,
  ...webhooksNavigation,
  ...eventsNavigation,
  ...developersNavigation,
  ...settingsNavigation,
  ...operatorNavigation,
];
