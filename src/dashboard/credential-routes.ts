/** Each route once for test and once for live, so that the permission stands in the path and not in a body. */
import type { ErrorCode } from '#src/errors.ts';
import { type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import type { Permission } from '#src/organizations/permissions.ts';
import { changeCredentialBody, createCredentialBody, credentialData, credentialParams, credentialsData, rotateCredentialBody, shownSecretData } from './credential-wire.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { createCredential, endCredential, readCredentials, rotateCredential, updateCredential } from './manage-credentials.ts';

const tag = 'API credentials';
const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const at = '2026-11-21T09:30:00.123Z';
const credential = {
  credentialId: `crd_${hex}`, clientId: 'ot_test_abcdefghijklmnopqrstuvwx', name: 'Shop', scopes: ['transfer:read', 'transfer:initiate'], networks: ['203.0.113.0/24'], requestsPerSecond: 200, kycPerMinute: 60,
  status: 'active', createdAt: at, lastUsedAt: at, revokedAt: null, rotation: null,
};
const rotation = { rotatedAt: at, previousSecretUntil: '2026-11-22T09:30:00.123Z', previousSecretUsedAt: null };
const clientSecret = `sk_test_${'EXAMPLE'.repeat(6)}A`;

export function credentialRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/credentials', operationId: 'listCredentials', tag, access: { permission: 'credentials:read' satisfies Permission },
      summary: 'List API credentials',
      description: 'Test and live, working ones first, the newest first; at most 200 of each. Never a secret.',
      data: credentialsData,
      responseExample: { summary: 'One test credential', value: { test: [credential], live: [], liveApproved: false, liveConfigured: false } },
      errors: [],
      handle: (request) => readCredentials(ctx, request),
    }),
    ...managingRoutes(ctx, 'test'),
    ...managingRoutes(ctx, 'live'),
  ];
}

function managingRoutes(ctx: DashboardContext, section: 'test' | 'live'): SessionRoute[] {
  const environment = section === 'test' ? 'sandbox' : 'live';
  const named = section === 'test' ? 'Test' : 'Live';
  const path = `/credentials/${section}`;
  const common = { tag, access: { permission: `credentials:${section}` satisfies Permission }, stepUp: true } as const;
  const own: ErrorCode[] = section === 'live' ? ['live_not_approved'] : ['sandbox_reset_meanwhile'];
  const reset: ErrorCode[] = section === 'live' ? [] : ['sandbox_reset_meanwhile'];
  const approved = section === 'live' ? ' The operator must have approved the organization for live.' : '';
  return [
    sessionRoute({
      ...common, method: 'POST', path, operationId: `create${named}Credential`,
      summary: `Create a ${section} credential`,
      description: `A client identifier and a secret, which is shown this once. At most 50 work at a time.${approved}`,
      body: createCredentialBody, data: shownSecretData,
      requestExample: { summary: 'For one shop', value: { name: 'Shop', scopes: credential.scopes, networks: credential.networks } },
      responseExample: { summary: 'Created', value: { ...credential, lastUsedAt: null, clientSecret } },
      errors: ['limit_exceeded', ...own],
      handle: (request) => createCredential(ctx, environment, request),
    }),
    sessionRoute({
      ...common, method: 'POST', path: `${path}/{credentialId}/rotate`, operationId: `rotate${named}Credential`,
      summary: `Replace the secret of a ${section} credential`,
      description: `Shows a new secret, this once. The one before works beside it for \`overlapHours\`; the list says when it last did. A second rotation within the overlap ends the oldest. With 0 the old secret and all tokens end now.${approved}`,
      params: credentialParams, body: rotateCredentialBody, data: shownSecretData,
      requestExample: { summary: 'Both for a day', value: { overlapHours: 24 } },
      responseExample: { summary: 'Replaced', value: { ...credential, rotation, clientSecret } },
      errors: ['credential_revoked', ...own],
      handle: (request) => rotateCredential(ctx, environment, request),
    }),
    sessionRoute({
      ...common, method: 'PATCH', path: `${path}/{credentialId}`, operationId: `change${named}Credential`,
      summary: `Rename or limit a ${section} credential`,
      description: 'Changes the fields that are sent: name, scopes, networks, requests a second, identity checks a minute. Bites within a second.',
      params: credentialParams, body: changeCredentialBody, data: credentialData,
      requestExample: { summary: 'From one network only', value: { networks: ['203.0.113.0/24'] } },
      responseExample: { summary: 'Changed', value: credential },
      errors: ['credential_revoked', ...reset],
      handle: (request) => updateCredential(ctx, environment, request),
    }),
    sessionRoute({
      ...common, method: 'DELETE', path: `${path}/{credentialId}`, operationId: `revoke${named}Credential`,
      summary: `Revoke a ${section} credential`,
      description: 'For ever; its tokens stop within a second.',
      params: credentialParams, data: credentialData,
      responseExample: { summary: 'Revoked', value: { ...credential, status: 'revoked', revokedAt: at } },
      errors: ['credential_revoked', ...reset],
      handle: (request) => endCredential(ctx, environment, request),
    }),
  ];
}
