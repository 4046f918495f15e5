import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readTexts } from '@/lib/search.ts';

type Search = { requestId?: string; operation?: string; credentialId?: string; outcome?: 'refused' | 'answered' };

export const apiLogRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-log',
  validateSearch: (search): Search => ({ ...readTexts(search, ['requestId', 'operation', 'credentialId']), ...(search['outcome'] === 'refused' || search['outcome'] === 'answered' ? { outcome: search['outcome'] } : {}) }),
  component: lazyPage(() => import('./ApiLogPage.tsx'), 'ApiLogPage'),
});

export const apiCallRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'api-log/$callId',
  component: lazyPage(() => import('./ApiCallPage.tsx'), 'ApiCallPage'),
});

export const developersRoutes = [apiLogRoute, apiCallRoute] as const;
