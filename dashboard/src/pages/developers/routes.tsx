import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentRoute } from '@/app/roots.tsx';
import { readTexts } from '@/lib/search.ts';

type Search = { requestId?: string; operation?: string; credentialId?: string; outcome?: 'refused' | 'answered' };

export const apiLogRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-log',
  validateSearch: (search): Search => ({ ...readTexts(search, ['requestId', 'operation', 'credentialId']), ...(search['outcome'] === 'refused' || search['outcome'] === 'answered' ? { outcome: search['outcome'] } : {}) }),
  component: lazyRouteComponent(() => import('./ApiLogPage.tsx'), 'ApiLogPage'),
});

export const apiCallRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-log/$callId',
  component: lazyRouteComponent(() => import('./ApiCallPage.tsx'), 'ApiCallPage'),
});

export const developersRoutes = [apiLogRoute, apiCallRoute] as const;
