import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { framedRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';

type Section = { in?: 'test' };

export const auditRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'settings/audit',
  validateSearch: (search): Section & { page?: number; actor?: string; action?: string; subject?: string; from?: string; to?: string } =>
    ({ ...readPageNumber(search), ...readTexts(search, ['actor', 'action', 'subject', 'from', 'to']), ...(search['in'] === 'test' ? { in: 'test' } : {}) }),
  component: lazyPage(() => import('./AuditPage.tsx'), 'AuditPage'),
});

export const credentialsRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: 'settings/credentials',
  validateSearch: (search): { in?: 'live' } => (search['in'] === 'live' ? { in: 'live' } : {}),
  component: lazyPage(() => import('./CredentialsPage.tsx'), 'CredentialsPage'),
});

const membersRoute = createRoute({ getParentRoute: () => framedRoute, path: 'settings/members', component: lazyPage(() => import('./MembersPage.tsx'), 'MembersPage') });
const securityRoute = createRoute({ getParentRoute: () => framedRoute, path: 'settings/security', component: lazyPage(() => import('./SecurityPage.tsx'), 'SecurityPage') });
const welcomeRoute = createRoute({ getParentRoute: () => framedRoute, path: 'welcome', component: lazyPage(() => import('./WelcomePage.tsx'), 'WelcomePage') });

export const settingsRoutes = [auditRoute, credentialsRoute, membersRoute, securityRoute, welcomeRoute] as const;
