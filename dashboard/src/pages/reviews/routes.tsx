import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentRoute } from '@/app/roots.tsx';

export const reviewsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'reviews',
  component: lazyRouteComponent(() => import('./ReviewsPage.tsx'), 'ReviewsPage'),
});

export const reviewsRoutes = [reviewsRoute] as const;
