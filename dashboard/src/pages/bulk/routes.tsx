import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readPageNumber } from '@/lib/search.ts';

export const batchesRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'bulk',
  validateSearch: readPageNumber,
  component: lazyPage(() => import('./BatchesPage.tsx'), 'BatchesPage'),
});

export const newBatchRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'bulk/new',
  component: lazyPage(() => import('./NewBatchPage.tsx'), 'NewBatchPage'),
});

export const batchRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'bulk/$batchId',
  validateSearch: readPageNumber,
  component: lazyPage(() => import('./BatchPage.tsx'), 'BatchPage'),
});

export const bulkRoutes = [batchesRoute, newBatchRoute, batchRoute] as const;
