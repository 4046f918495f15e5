import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';

const tiers = ['1', '2', '3'] as const;
const statuses = ['Active', 'Inactive'] as const;
const kinds = ['INDIVIDUAL', 'BUSINESS'] as const;

/** The value where it is one of these. */
function oneOf<Value extends string>(values: readonly Value[], found: unknown): Value | undefined {
  return values.find((value) => value === String(found));
}

export type CustomersSearch = { page?: number; q?: string; tier?: (typeof tiers)[number]; status?: (typeof statuses)[number]; kind?: (typeof kinds)[number] };

export const customersRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'customers',
  validateSearch: (search): CustomersSearch => {
    const [tier, status, kind] = [oneOf(tiers, search['tier']), oneOf(statuses, search['status']), oneOf(kinds, search['kind'])];
    return {
      ...readPageNumber(search), ...readTexts(search, ['q']),
      ...(tier === undefined ? {} : { tier }), ...(status === undefined ? {} : { status }), ...(kind === undefined ? {} : { kind }),
    };
  },
  component: lazyPage(() => import('./CustomersPage.tsx'), 'CustomersPage'),
});

export const newCustomerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'customers/new',
  validateSearch: (search): { kind?: 'BUSINESS' } => (search['kind'] === 'BUSINESS' ? { kind: 'BUSINESS' } : {}),
  component: lazyPage(() => import('./NewCustomerPage.tsx'), 'NewCustomerPage'),
});

export const customerTabs = ['people', 'accounts', 'checks', 'transfers', 'beneficiaries', 'limits', 'history'] as const;
export type CustomerTab = (typeof customerTabs)[number];

export const customerRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'customers/$customerId',
  // The first tab, the profile, stands without a name.
  validateSearch: (search): { page?: number; tab?: CustomerTab } => {
    const tab = oneOf(customerTabs, search['tab']);
    return { ...readPageNumber(search), ...(tab === undefined ? {} : { tab }) };
  },
  component: lazyPage(() => import('./CustomerPage.tsx'), 'CustomerPage'),
});

export const customersRoutes = [customersRoute, newCustomerRoute, customerRoute] as const;
