import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readAccountSearch, readAccountsSearch } from './search.ts';

export const accountsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'accounts',
  validateSearch: readAccountsSearch,
  component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'accounts/$accountNumber',
  validateSearch: readAccountSearch,
  component: lazyPage(() => import('./AccountPage.tsx'), 'AccountPage'),
});

export const accountsRoutes = [accountsRoute, accountRoute] as const;
