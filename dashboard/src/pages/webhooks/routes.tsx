import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';

const webhookTabs = ['deliveries', 'test', 'go-live'] as const;
export type WebhookTab = (typeof webhookTabs)[number];
const deliveryStates = ['pending', 'delivered', 'failed'] as const;

function oneOf<const Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

export const webhooksRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'webhooks',
  validateSearch: (search): { add?: true } => (search['add'] === true ? { add: true } : {}),
  component: lazyPage(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
});

/** The pages beside one webhook's have steps that no webhook is named by. */
export const doctorRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'webhooks/signature-doctor',
  validateSearch: (search): { webhook?: string } => readTexts(search, ['webhook']),
  component: lazyPage(() => import('./DoctorPage.tsx'), 'DoctorPage'),
});

export const deliveryRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'webhooks/deliveries/$deliveryId',
  component: lazyPage(() => import('./DeliveryPage.tsx'), 'DeliveryPage'),
});

export const webhookRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'webhooks/$webhookId',
  validateSearch: (search): { tab?: WebhookTab; status?: (typeof deliveryStates)[number]; page?: number } => {
    const [tab, status] = [oneOf(search['tab'], webhookTabs), oneOf(search['status'], deliveryStates)];
    return { ...readPageNumber(search), ...(tab === undefined || tab === 'deliveries' ? {} : { tab }), ...(status === undefined ? {} : { status }) };
  },
  component: lazyPage(() => import('./WebhookPage.tsx'), 'WebhookPage'),
});

export const webhooksRoutes = [webhooksRoute, doctorRoute, deliveryRoute, webhookRoute] as const;
