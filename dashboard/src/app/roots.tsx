/** The routes that pages hang from: outside the frame, inside it, and inside one environment. */
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import type { Environment } from '@/api/client.ts';
import { CallError } from '@/api/client.ts';
import { sessionQuery } from './session.ts';
import { Failed, NotFound } from './Failed.tsx';
import { Shell } from './Shell.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet, notFoundComponent: NotFound, errorComponent: Failed });

/** Whoever comes without a session goes to the sign-in page and comes back here afterwards. */
export const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'framed',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw redirect({ to: '/sign-in', search: { next: location.href } });
      throw error;
    }
  },
});

export function isEnvironment(text: string): text is Environment {
  return text === 'test' || text === 'live';
}

export const environmentRoute = createRoute({
  getParentRoute: () => framedRoute,
  path: '$environment',
  component: Outlet,
  params: { parse: ({ environment }) => (isEnvironment(environment) ? { environment } : false), stringify: ({ environment }) => ({ environment }) },
});

/** The environment of the page, from its address. */
export function useEnvironment(): Environment {
  return environmentRoute.useParams().environment;
}
