import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentRoute } from '@/app/roots.tsx';
import { readAccountSearch, readAccountsSearch } from './search.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'accounts',
  validateSearch: readAccountsSearch,
  component: lazyRouteComponent(() => import('./AccountsPage.tsx'), 'AccountsPage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'accounts/$accountNumber',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
});

export const accountsRoutes = [accountsRoute, accountRoute] as const;
