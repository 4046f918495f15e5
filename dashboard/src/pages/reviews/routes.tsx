import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';

export const reviewsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reviews',
  component: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});

export const reviewsRoutes = [reviewsRoute] as const;
