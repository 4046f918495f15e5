/** Every page, and its address. */
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { accountsRoutes } from '@/pages/accounts/routes.tsx';
import { bulkRoutes } from '@/pages/bulk/routes.tsx';
import { customersRoutes } from '@/pages/customers/routes.tsx';
import { kycRoutes } from '@/pages/kyc/routes.tsx';
import { homeRoutes } from '@/pages/home/routes.tsx';
import { developersRoutes } from '@/pages/developers/routes.tsx';
import { eventsRoutes } from '@/pages/events/routes.tsx';
import { operatorRoutes } from '@/pages/operator/routes.tsx';
import { reviewsRoutes } from '@/pages/reviews/routes.tsx';
import { sandboxRoutes } from '@/pages/sandbox/routes.tsx';
import { sessionRoutes } from '@/pages/session/routes.tsx';
import { settingsRoutes } from '@/pages/settings/routes.tsx';
import { transfersRoutes } from '@/pages/transfers/routes.tsx';
import { webhooksRoutes } from '@/pages/webhooks/routes.tsx';
import { lastEnvironment } from './environment.ts';
import { Failed } from './Failed.tsx';
import { queryClient } from './query-client.ts';
import { environmentRoute, framedRoute, rootRoute } from './roots.tsx';

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$environment', params: { environment: lastEnvironment() } });
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  ...sessionRoutes,
  framedRoute.addChildren([...settingsRoutes, ...operatorRoutes, environmentRoute.addChildren([...homeRoutes, ...customersRoutes, ...kycRoutes, ...webhooksRoutes, ...eventsRoutes, ...developersRoutes, ...sandboxRoutes, ...transfersRoutes, ...accountsRoutes, ...reviewsRoutes, ...bulkRoutes])]),
]);

export const router = createRouter({ routeTree, basepath: '/dashboard', context: { queryClient }, defaultPreload: 'intent', defaultPendingMs: 150, defaultErrorComponent: Failed, scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** On the sign-in page: the session that somebody was at work in is over, as a call that sent something heard, or one that read. */
    sessionOver?: 'unsent' | 'read';
  }
}
