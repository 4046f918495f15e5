import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';
import { readTexts } from '@/lib/search.ts';

export const eventsRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'events',
  validateSearch: (search): { kinds?: string; from?: string; to?: string } => readTexts(search, ['kinds', 'from', 'to']),
  component: lazyPage(() => import('./EventsPage.tsx'), 'EventsPage'),
});

export const eventRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: 'events/$eventId',
  component: lazyPage(() => import('./EventPage.tsx'), 'EventPage'),
});

export const eventsRoutes = [eventsRoute, eventRoute] as const;
