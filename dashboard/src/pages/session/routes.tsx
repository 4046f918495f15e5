/** Pages for whoever is not signed in. */
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@/app/parts.ts';
import { rootRoute } from '@/app/roots.tsx';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search): { next?: string } => (typeof search['next'] === 'string' ? { next: search['next'] } : {}),
  component: lazyPage(() => import('./SignInPage.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({ getParentRoute: () => rootRoute, path: 'sign-up', component: lazyPage(() => import('./SignUpPage.tsx'), 'SignUpPage') });
const invitationRoute = createRoute({ getParentRoute: () => rootRoute, path: 'invitation', component: lazyPage(() => import('./InvitationPage.tsx'), 'InvitationPage') });

export const sessionRoutes = [signInRoute, signUpRoute, invitationRoute] as const;
