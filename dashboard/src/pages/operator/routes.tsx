import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { framedRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';

export const organizationsRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'operator/organizations',
  validateSearch: (search): { page?: number; search?: string } => ({ ...readPageNumber(search), ...readTexts(search, ['search']) }),
  component: lazyPage(() => import('./OrganizationsPage.tsx'), 'OrganizationsPage'),
});

export const organizationRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'operator/organizations/$organizationId',
  component: lazyPage(() => import('./OrganizationPage.tsx'), 'OrganizationPage'),
});

export const serviceRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'operator/service',
  component: lazyPage(() => import('./ServicePage.tsx'), 'ServicePage'),
});

export const policiesRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'operator/policies',
  component: lazyPage(() => import('./PoliciesPage.tsx'), 'PoliciesPage'),
});

export const auditSearchRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'operator/audit',
  validateSearch: (search): { organizationId?: string; actor?: string; action?: string; subject?: string; from?: string; before?: string } => readTexts(search, ['organizationId', 'actor', 'action', 'subject', 'from', 'before']),
  component: lazyPage(() => import('./AuditSearchPage.tsx'), 'AuditSearchPage'),
});

export const operatorRoutes = [organizationsRoute, organizationRoute, serviceRoute, policiesRoute, auditSearchRoute] as const;
