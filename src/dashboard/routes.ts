/** The dashboard's root: what its pages call. Sessions and cookies here, tokens at the API's roots, and neither at the other's. */
import { join } from 'node:path';
import type { Context } from '#src/context.ts';
import type { BuiltPages } from '#src/http/built-pages.ts';
import { createSessionCookie } from '#src/http/session-cookie.ts';
import type { Route } from '#src/http/route.ts';
import type { SessionRoot } from '#src/http/session-endpoint.ts';
import { sessionOpenApiDocument } from '#src/http/session-openapi.ts';
import type { StaticPage } from '#src/http/static-page.ts';
import { recogniseSession } from '#src/organizations/sessions.ts';
import type { Lanes } from '#src/transfers/lanes.ts';
import { accountRoutes } from './account-routes.ts';
import { apiLogRoutes } from './api-log-routes.ts';
import { apiRoutesForPeople } from './api-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { customerPageRoutes } from './customer-routes.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { decisionRoutes } from './decision-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { homeRoutes } from './home-routes.ts';
import { memberRoutes } from './member-routes.ts';
import type { OperatorSources } from './operator-context.ts';
import { operatorRoutes } from './operator-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { ownRoutes } from './session-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';
import { transferRoutes } from './transfer-routes.ts';
import { createTries } from './tries.ts';

const prefix = '/dashboard/api/v1';

/**
 * `api` are the API's routes: people make most of its calls too. `settle` is the lane in which their decisions about transfers are settled. `sources`: what the operator's
 * console looks at.
 */
export function dashboardRoot(whole: Context, api: readonly Route[], settle: Lanes['settle'], sources: OperatorSources): SessionRoot {
  const { config, db, ids, keyring, clock, adapters, banks, log } = whole;
  const cookie = createSessionCookie(config.publicUrl);
  const ctx: DashboardContext = { config, db, ids, keyring, adapters, furnishSandbox: sources.furnishSandbox, cookie, tries: createTries(clock.monotonicMs) };
  const routes = [
    ...signUpRoutes(ctx),
    ...ownRoutes(ctx),
    ...passkeyRoutes(ctx),
    ...memberRoutes(ctx),
    ...credentialRoutes(ctx),
    ...apiLogRoutes(ctx),
    ...eventRoutes(ctx),
    ...transferRoutes({ ids, db, banks }),
    ...decisionRoutes(whole, settle),
    ...accountRoutes({ ids, db }),
    ...homeRoutes(whole),
    ...customerPageRoutes(whole),
    ...reviewRoutes(whole),
    ...operatorRoutes({ ...ctx, log, clock, adapters, sources }),
    ...apiRoutesForPeople({ ids, adapters }, api),
  ];
  return { prefix, cookie, routes, recognise: (token) => recogniseSession(db, token) };
}

export function dashboardDocument({ routes }: Pick<SessionRoot, 'routes'>, version: string): Readonly<Record<string, unknown>> {
  return sessionOpenApiDocument({
    title: 'Openteller dashboard',
    description: 'What the dashboard\'s pages call: signing in, members, API credentials. Not for integrations, and free to change with the pages: those have the API, with tokens. ' +
      'A session is kept by a cookie; every call that changes something carries the session\'s `csrfToken` in X-CSRF-Token and comes from the dashboard\'s own origin. ' +
      '`x-permission` is what the member\'s role must have, `x-step-up` asks for a proof within the last five minutes. Below `/environments/{environment}` a member makes the API\'s own calls: their role has scopes there, and what changes something brings a `requestId`; elsewhere one is echoed, and not needed.',
    prefix, routes, version,
  });
}

export function dashboardDocumentPage(root: SessionRoot, version: string): StaticPage {
  return { path: '/dashboard/api/openapi.json', contentType: 'application/json; charset=utf-8', load: () => JSON.stringify(dashboardDocument(root, version), null, 2) };
}

/** Built from dashboard/ by scripts/build-dashboard.ts. */
export const dashboardPages: BuiltPages = { path: '/dashboard', directory: join(import.meta.dirname, '..', '..', 'dashboard', 'dist'), except: ['api'] };
