import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readTransferSearch } from './search.ts';

export const transfersRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transfers',
  validateSearch: readTransferSearch,
  component: lazyPage(() => import('./TransfersPage.tsx'), 'TransfersPage'),
});

export const transferRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'transfers/$transactionId',
  component: lazyPage(() => import('./TransferPage.tsx'), 'TransferPage'),
});

export const transfersRoutes = [transfersRoute, transferRoute] as const;
