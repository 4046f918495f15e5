/** The dashboard's root: what its pages call. Sessions and cookies here, tokens at the API's roots, and neither at the other's. */
import type { Context } from '#src/context.ts';
import { createSessionCookie } from '#src/http/session-cookie.ts';
import type { SessionRoot } from '#src/http/session-endpoint.ts';
import { sessionOpenApiDocument } from '#src/http/session-openapi.ts';
import type { StaticPage } from '#src/http/static-page.ts';
import { recogniseSession } from '#src/organizations/sessions.ts';
import { credentialRoutes } from './credential-routes.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { memberRoutes } from './member-routes.ts';
import { ownRoutes } from './session-routes.ts';
import { createTries } from './tries.ts';

const prefix = '/dashboard/api/v1';

export function dashboardRoot({ config, db, ids, keyring, clock }: Pick<Context, 'config' | 'db' | 'ids' | 'keyring' | 'clock'>): SessionRoot {
  const cookie = createSessionCookie(config.publicUrl);
  const ctx: DashboardContext = { config, db, ids, keyring, cookie, tries: createTries(clock.monotonicMs) };
  return { prefix, cookie, routes: [...ownRoutes(ctx), ...memberRoutes(ctx), ...credentialRoutes(ctx)], recognise: (token) => recogniseSession(db, token) };
}

export function dashboardDocument({ routes }: Pick<SessionRoot, 'routes'>, version: string): Readonly<Record<string, unknown>> {
  return sessionOpenApiDocument({
    title: 'Openteller dashboard',
    description: 'What the dashboard\'s pages call: signing in, members, API credentials. Not for integrations, and free to change with the pages: those have the API, with tokens. ' +
      'A session is kept by a cookie; every call that changes something carries the session\'s `csrfToken` in X-CSRF-Token and comes from the dashboard\'s own origin. ' +
      '`x-permission` is what the member\'s role must have, `x-step-up` asks for a proof within the last five minutes. A `requestId` is echoed, and not needed.',
    prefix, routes, version,
  });
}

export function dashboardDocumentPage(root: SessionRoot, version: string): StaticPage {
  return { path: '/dashboard/api/openapi.json', contentType: 'application/json; charset=utf-8', load: () => JSON.stringify(dashboardDocument(root, version), null, 2) };
}
