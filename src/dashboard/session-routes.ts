import { openRoute, type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import { changePassword } from './change-password.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { beginEnrolment, confirmEnrolment, removeOwnSecondFactor, replaceRecoveryCodes } from './enrol-second-factor.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, readSession, signOut, stepUp } from './own-session.ts';
import { signIn } from './sign-in.ts';
import {
  changePasswordBody, codeBody, endedData, enrolledData, enrolmentData, recoveryCodesData, removedFactorData, renewedData, sessionData, sessionParams, sessionsData, signedInData, signInBody, stepUpBody,
} from './wire.ts';

const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const csrfToken = 'qk3W2u0cX8s1mYv6Zb9tRf4hJd7nLpAeGiKoUwExample';
const at = '2026-11-21T09:30:00.123Z';
const member = { memberId: `mem_${hex}`, email: 'amina@kano.example', name: 'Amina Bello', role: 'owner' };
const session = { sessionId: `ses_${hex}`, current: true, device: 'Firefox on Linux', network: '203.0.113.0/24', createdAt: at, lastSeenAt: at, expiresAt: '2026-11-21T21:30:00.123Z' };
const codes = Array.from({ length: 10 }, (_, index) => `EXAM-PLEA-AAAA-AA${'ABCDEFGHIJ'.charAt(index)}A`);

/** What every member does for themselves. */
export function ownRoutes(ctx: DashboardContext): SessionRoute[] {
  return [...signInRoutes(ctx), ...sessionListRoutes(ctx), ...secondFactorRoutes(ctx)];
}

function signInRoutes(ctx: DashboardContext): SessionRoute[] {
  const tag = 'Signing in';
  return [
    openRoute({
      method: 'POST', path: '/session', operationId: 'signIn', tag, access: 'anyone',
      summary: 'Sign in',
      description: 'E-mail address and password; where a second factor is enrolled, `code` or `recoveryCode` in the same call (without one the answer is `second_factor_required`). Sets the session\'s cookie. Ten wrong tries a minute for an account from one address, a hundred for an address; the budgets fill up again by themselves.',
      body: signInBody, data: signedInData,
      requestExample: { summary: 'With a second factor', value: { email: member.email, password: 'several unrelated words', code: '287082' } },
      responseExample: { summary: 'Signed in', value: { csrfToken, member, expiresAt: session.expiresAt } },
      errors: ['sign_in_invalid', 'second_factor_required', 'second_factor_invalid'],
      handle: (request) => signIn(ctx, request),
    }),
    sessionRoute({
      method: 'GET', path: '/session', operationId: 'readSession', tag, access: 'member',
      summary: 'Who is signed in',
      description: 'The member, the organization, what the role permits, and the CSRF token of this session.',
      data: sessionData,
      responseExample: { summary: 'An owner', value: {
        csrfToken, sessionId: session.sessionId, member, organization: { organizationId: `org_${hex}`, name: 'Kano Fintech', liveApproved: false },
        permissions: ['members:read', 'credentials:read'], scopes: { test: ['customer:read', 'transfer:read'], live: ['transfer:read'] }, provedLately: true, secondFactor: { enrolled: true, pending: false, recoveryCodesLeft: 10 }, passkeys: 0, sandboxAheadSeconds: 0,
      } },
      errors: [],
      handle: (request) => readSession(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/session', operationId: 'signOut', tag, access: 'member',
      summary: 'Sign out',
      description: 'Ends this session and takes the cookie away.',
      data: endedData,
      responseExample: { summary: 'Ended', value: { ended: 1 } },
      errors: [],
      handle: (request) => signOut(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/session/step-up', operationId: 'stepUp', tag, access: 'member',
      summary: 'Prove again who you are',
      description: 'The answer of a passkey, or the code of the authenticator app where a second factor is enrolled, else the password. Opens what needs a fresh proof for 5 minutes, and gives the session a new cookie and CSRF token. Signing in counts as such a proof.',
      body: stepUpBody, data: renewedData,
      requestExample: { summary: 'With a code', value: { code: '287082' } },
      responseExample: { summary: 'Proved', value: { csrfToken } },
      errors: ['password_wrong', 'second_factor_required', 'second_factor_invalid', 'passkey_invalid', 'passkeys_unavailable'],
      handle: (request) => stepUp(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/password', operationId: 'changePassword', tag, access: 'member',
      summary: 'Change the password',
      description: 'Ends every other session, and gives this one a new cookie and CSRF token. Counts as a fresh proof where no second factor is enrolled.',
      body: changePasswordBody, data: renewedData,
      requestExample: { summary: 'A longer one', value: { currentPassword: 'several unrelated words', newPassword: 'quite a few unrelated words' } },
      responseExample: { summary: 'Changed', value: { csrfToken } },
      errors: ['password_wrong'],
      handle: (request) => changePassword(ctx, request),
    }),
  ];
}

function sessionListRoutes(ctx: DashboardContext): SessionRoute[] {
  const tag = 'Sessions';
  return [
    sessionRoute({
      method: 'GET', path: '/sessions', operationId: 'listSessions', tag, access: 'member',
      summary: 'Your sessions',
      description: 'Those that are not over, with device, network and when they were last seen (to the minute).',
      data: sessionsData,
      responseExample: { summary: 'One', value: [session] },
      errors: [],
      handle: (request) => listOwnSessions(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/sessions/{sessionId}', operationId: 'endSession', tag, access: 'member',
      summary: 'End one of your sessions',
      description: 'Its next call is refused.',
      params: sessionParams, data: endedData,
      responseExample: { summary: 'Ended', value: { ended: 1 } },
      errors: [],
      handle: (request) => endOwnSession(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/sessions', operationId: 'endOtherSessions', tag, access: 'member',
      summary: 'End all your other sessions',
      description: 'This one stays.',
      data: endedData,
      responseExample: { summary: 'Three ended', value: { ended: 3 } },
      errors: [],
      handle: (request) => endOtherSessions(ctx, request),
    }),
  ];
}

function secondFactorRoutes(ctx: DashboardContext): SessionRoute[] {
  const tag = 'Second factor';
  return [
    sessionRoute({
      method: 'POST', path: '/second-factor/totp', operationId: 'beginSecondFactor', tag, access: 'member', stepUp: true,
      summary: 'Begin to enrol an authenticator app',
      description: 'A new secret, also as the URI of a QR code (RFC 6238: SHA-1, 6 digits, 30 seconds). One that is in use stays until the new one is confirmed.',
      data: enrolmentData,
      responseExample: { summary: 'A secret', value: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', otpauthUri: 'otpauth://totp/Openteller:amina%40kano.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Openteller&algorithm=SHA1&digits=6&period=30' } },
      errors: [],
      handle: (request) => beginEnrolment(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/second-factor/totp/confirm', operationId: 'confirmSecondFactor', tag, access: 'member', stepUp: true,
      summary: 'Finish enrolling with the first code',
      description: 'From now on signing in needs a code. Shows ten recovery codes, this once; ends every other session, and gives this one a new cookie and CSRF token.',
      body: codeBody, data: enrolledData,
      requestExample: { summary: 'The first code', value: { code: '287082' } },
      responseExample: { summary: 'Enrolled', value: { csrfToken, recoveryCodes: codes } },
      errors: ['second_factor_state', 'second_factor_invalid'],
      handle: (request) => confirmEnrolment(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/second-factor/recovery-codes', operationId: 'replaceRecoveryCodes', tag, access: 'member', stepUp: true,
      summary: 'Replace the recovery codes',
      description: 'Ten new ones, shown this once; those before are worth nothing.',
      data: recoveryCodesData,
      responseExample: { summary: 'Ten codes', value: { recoveryCodes: codes } },
      errors: ['second_factor_state'],
      handle: (request) => replaceRecoveryCodes(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/second-factor', operationId: 'removeSecondFactor', tag, access: 'member', stepUp: true,
      summary: 'Remove the second factor',
      description: 'Signing in needs the password alone from now on.',
      data: removedFactorData,
      responseExample: { summary: 'Removed', value: { status: 'removed' } },
      errors: ['second_factor_state'],
      handle: (request) => removeOwnSecondFactor(ctx, request),
    }),
  ];
}
