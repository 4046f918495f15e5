import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readPageNumber, readTexts } from '@/lib/search.ts';
import { type Check, checkKinds, outcomes } from './words.ts';

export type ChecksSearch = { page?: number; kind?: Check['kind']; outcome?: Check['outcome']; from?: string; to?: string };

function isKind(text: unknown): text is Check['kind'] {
  return typeof text === 'string' && text in checkKinds;
}

function isOutcome(text: unknown): text is Check['outcome'] {
  return typeof text === 'string' && text in outcomes;
}

export const checksRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'kyc',
  validateSearch: (search): ChecksSearch => ({
    ...readPageNumber(search), ...readTexts(search, ['from', 'to']),
    ...(isKind(search['kind']) ? { kind: search['kind'] } : {}), ...(isOutcome(search['outcome']) ? { outcome: search['outcome'] } : {}),
  }),
  component: lazyPage(() => import('./ChecksPage.tsx'), 'ChecksPage'),
});

export const checkRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'kyc/checks/$checkId',
  component: lazyPage(() => import('./CheckPage.tsx'), 'CheckPage'),
});

export const reviewsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'identity-reviews',
  validateSearch: (search): { check?: string } => readTexts(search, ['check']),
  component: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});

export const kycRoutes = [checksRoute, checkRoute, reviewsRoute] as const;
