import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { environmentRoute } from '@/app/roots.tsx';
import { readTexts } from '@/lib/search.ts';

export const eventsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'events',
  validateSearch: (search): { kinds?: string; from?: string; to?: string } => readTexts(search, ['kinds', 'from', 'to']),
  component: lazyRouteComponent(() => import('./EventsPage.tsx'), 'EventsPage'),
});

export const eventRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'events/$eventId',
  component: lazyRouteComponent(() => import('./EventPage.tsx'), 'EventPage'),
});

export const eventsRoutes = [eventsRoute, eventRoute] as const;
