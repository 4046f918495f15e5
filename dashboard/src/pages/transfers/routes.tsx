import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentRoute } from '@/app/roots.tsx';
import { readTransferSearch } from './search.ts';

export const transfersRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transfers',
  validateSearch: readTransferSearch,
  component: lazyRouteComponent(() => import('./TransfersPage.tsx'), 'TransfersPage'),
});

export const transferRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transfers/$transactionId',
  component: lazyRouteComponent(() => import('./TransferPage.tsx'), 'TransferPage'),
});

export const transfersRoutes = [transfersRoute, transferRoute] as const;
