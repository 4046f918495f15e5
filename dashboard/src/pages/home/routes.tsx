import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { environmentRoute } from '@/app/roots.tsx';

const spans = [14, 30, 90] as const;
type Span = (typeof spans)[number];

export const homeRoute = createRoute({
  getParentRoute: () => environmentRoute,
  path: '/',
  validateSearch: (search): { days?: Span } => {
    const days = spans.find((each) => each === Number(search['days']));
    return days === undefined ? {} : { days };
  },
  component: lazyPage(() => import('./HomePage.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
