import { openRoute, type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { enrolPasskeyBody, namedPasskeyData, optionsData, passkeyParams, passkeysData, passkeySignInBody, removedPasskeyData, renamePasskeyBody } from './passkey-wire.ts';
import { beginPasskey, beginPasskeyEnrolment, changePasskey, enrolPasskey, readPasskeys, removePasskey } from './passkeys.ts';
import { signInWithPasskey } from './sign-in.ts';
import { signedInData } from './wire.ts';

const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const at = '2026-11-21T09:30:00.123Z';
const passkeyId = `pky_${hex}`;
const challenge = 'qk3W2u0cX8s1mYv6Zb9tRf4hJd7nLpAeGiKoUwExample';
const credential = { id: 'q83vEjRWeJCrze8', rawId: 'q83vEjRWeJCrze8', type: 'public-key' } as const;
const assertion = { ...credential, response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDexample' } };
const attestation = { ...credential, response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } };
const tag = 'Passkeys';

/** A passkey proves who somebody is by itself: it is two factors in one. */
export function passkeyRoutes(ctx: DashboardContext): SessionRoute[] {
  return [...provingRoutes(ctx), ...enrolmentRoutes(ctx), ...keptRoutes(ctx)];
}

function provingRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    openRoute({
      method: 'POST', path: '/passkey-challenges', operationId: 'beginPasskey', tag, access: 'anyone',
      summary: 'A challenge for a passkey',
      description: 'For signing in, and for POST /session/step-up with `passkey`. Good once, for 5 minutes.',
      data: optionsData,
      responseExample: { summary: 'For navigator.credentials.get()', value: { options: { challenge, rpId: 'teller.example.com', userVerification: 'required', timeout: 300_000 } } },
      errors: ['passkeys_unavailable'],
      handle: (request) => beginPasskey(ctx, request),
    }),
    openRoute({
      method: 'POST', path: '/session/passkey', operationId: 'signInWithPasskey', tag, access: 'anyone',
      summary: 'Sign in with a passkey',
      description: 'Neither address nor password nor code: the device has verified who holds it. Sets the session\'s cookie.',
      body: passkeySignInBody, data: signedInData,
      requestExample: { summary: 'What the browser answered', value: { passkey: assertion } },
      responseExample: { summary: 'Signed in', value: { csrfToken: challenge, member: { memberId: `mem_${hex}`, email: 'amina@kano.example', name: 'Amina Bello', role: 'owner' }, expiresAt: at } },
      errors: ['passkey_invalid', 'passkeys_unavailable'],
      handle: (request) => signInWithPasskey(ctx, request),
    }),
  ];
}

function enrolmentRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'POST', path: '/passkeys/challenge', operationId: 'beginPasskeyEnrolment', tag, access: 'member', stepUp: true,
      summary: 'Begin to enrol a passkey',
      description: 'A challenge for this member, good once, for 5 minutes.',
      data: optionsData,
      responseExample: { summary: 'For navigator.credentials.create()', value: { options: { challenge, rp: { id: 'teller.example.com', name: 'Openteller Bank' }, attestation: 'none' } } },
      errors: ['passkeys_unavailable', 'limit_exceeded'],
      handle: (request) => beginPasskeyEnrolment(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/passkeys', operationId: 'enrolPasskey', tag, access: 'member', stepUp: true,
      summary: 'Finish enrolling a passkey',
      description: 'From now on it signs the member in, and proves who they are.',
      body: enrolPasskeyBody, data: namedPasskeyData,
      requestExample: { summary: 'What the browser answered', value: { name: 'Laptop', response: attestation } },
      responseExample: { summary: 'Enrolled', value: { passkeyId, name: 'Laptop' } },
      errors: ['passkey_invalid', 'passkeys_unavailable', 'limit_exceeded'],
      handle: (request) => enrolPasskey(ctx, request),
    }),
  ];
}

function keptRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/passkeys', operationId: 'listPasskeys', tag, access: 'member',
      summary: 'Your passkeys',
      description: 'The oldest first, and whether this service can have any.',
      data: passkeysData,
      responseExample: { summary: 'One', value: { available: true, passkeys: [{ passkeyId, name: 'Laptop', createdAt: at, lastUsedAt: at }] } },
      errors: [],
      handle: (request) => readPasskeys(ctx, request),
    }),
    sessionRoute({
      method: 'PATCH', path: '/passkeys/{passkeyId}', operationId: 'renamePasskey', tag, access: 'member',
      summary: 'Rename a passkey',
      description: 'The name is for its owner alone.',
      params: passkeyParams, body: renamePasskeyBody, data: namedPasskeyData,
      requestExample: { summary: 'Another name', value: { name: 'Old laptop' } },
      responseExample: { summary: 'Renamed', value: { passkeyId, name: 'Old laptop' } },
      errors: [],
      handle: (request) => changePasskey(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/passkeys/{passkeyId}', operationId: 'removePasskey', tag, access: 'member', stepUp: true,
      summary: 'Remove a passkey',
      description: 'It signs nobody in from then on. Sessions go on.',
      params: passkeyParams, data: removedPasskeyData,
      responseExample: { summary: 'Removed', value: { passkeyId, status: 'removed' } },
      errors: [],
      handle: (request) => removePasskey(ctx, request),
    }),
  ];
}
