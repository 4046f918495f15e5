/**
 * Passkeys (WebAuthn level 3): a key on the member's device, opened there by finger, face or PIN, so that one alone proves who somebody is as password and code together do.
 * The challenge of each proof is kept until it is answered, and taken with the answer.
 */
import type * as Webauthn from '@simplewebauthn/server';
import { isIP } from 'node:net';
import type { z } from 'zod';
import { violatedConstraint } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { OpenRequest, SessionRequest } from '#src/http/session-route.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { lockMember, readMember } from '#src/organizations/members.ts';
import { challengeMinutes, findPasskey, type FoundPasskey, listPasskeys, mostPasskeys, removePasskeys, renamePasskey, storeChallenge, storePasskey, takeChallenge, usePasskey } from '#src/organizations/passkeys.ts';
import type { DashboardContext } from './dashboard-context.ts';
import type { assertion, enrolPasskeyBody, passkeyParams, renamePasskeyBody } from './passkey-wire.ts';
import { addressBudget } from './tries.ts';

const timeout = challengeMinutes * 60_000;

/** With the first passkey: its readers of certificates are megabytes. */
const webauthn = (): Promise<typeof Webauthn> => import('@simplewebauthn/server');

/** The name that passkeys are bound to. Browsers take none that is an address: at http://127.0.0.1 there are no passkeys, at http://localhost there are. */
export function passkeyHost({ config }: Pick<DashboardContext, 'config'>): string | null {
  const { hostname } = new URL(config.publicUrl);
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : hostname;
}

function hostOf(ctx: DashboardContext): string {
  const host = passkeyHost(ctx);
  if (host === null) throw fail('passkeys_unavailable');
  return host;
}

/** A challenge for signing in, or for proving again who one is. Which passkey answers it is the device's to say. */
export async function beginPasskey(ctx: DashboardContext, { ip }: OpenRequest): Promise<Answer> {
  const rpID = hostOf(ctx);
  ctx.tries.spend([addressBudget(ip)]);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID, challenge: new Uint8Array(ctx.ids.bytes(32)), userVerification: 'required', timeout });
  await ctx.db.across('directory', (tx) => storeChallenge(tx, options.challenge, null));
  return success({ options });
}

/** Whose passkey it was; what is wrong with it is told to nobody. @throws Failure passkey_invalid */
export async function provePasskey(ctx: DashboardContext, answer: z.output<typeof assertion>): Promise<FoundPasskey> {
  const { userHandle, ...signed } = answer.response;
  const response: Webauthn.AuthenticationResponseJSON = { ...answer, response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) }, clientExtensionResults: {} };
  const expectedRPID = hostOf(ctx);
  const passkey = await ctx.db.across('directory', (tx) => findPasskey(tx, response.id));
  if (passkey === null) throw fail('passkey_invalid');
  const { credentialId: id, publicKey, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const proof = await verifyAuthenticationResponse({
    response, expectedRPID, expectedOrigin: new URL(ctx.config.publicUrl).origin, requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter), transports },
    expectedChallenge: (challenge) => ctx.db.across('directory', (tx) => takeChallenge(tx, challenge, null)),
  }).catch(() => null);
  if (proof?.verified !== true) throw fail('passkey_invalid');
  const used = await ctx.db.across('directory', (tx) => usePasskey(tx, passkey, BigInt(proof.authenticationInfo.newCounter)));
  if (!used) throw fail('passkey_invalid');
  return passkey;
}

export async function readPasskeys(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const passkeys = await ctx.db.read(session.tenants.live, (tx) => listPasskeys(tx, session));
  return success({
    available: passkeyHost(ctx) !== null,
    passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({ passkeyId, name, createdAt: isoMillis(createdAt), lastUsedAt: isoMillisOrNull(lastUsedAt) })),
  });
}

export async function beginPasskeyEnrolment(ctx: DashboardContext, { session }: SessionRequest): Promise<Answer> {
  const rpID = hostOf(ctx);
  const { member, known } = await ctx.db.read(session.tenants.live, async (tx) => ({ member: await readMember(tx, session), known: await listPasskeys(tx, session) }));
  if (member === null) throw fail('session_ended');
  if (known.length >= mostPasskeys) throw tooMany();
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: ctx.config.operator.name, rpID, userName: member.email, userDisplayName: member.name ?? member.email, userID: new TextEncoder().encode(member.memberId), challenge: new Uint8Array(ctx.ids.bytes(32)), timeout,
    attestationType: 'none', authenticatorSelection: { residentKey: 'required', userVerification: 'required' }, excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  await ctx.db.across('directory', (tx) => storeChallenge(tx, options.challenge, session.memberId));
  return success({ options });
}

const tooMany = (): Failure => fail('limit_exceeded', { message: `${mostPasskeys} passkeys are enrolled already.`, fix: 'Remove one that you do not use.' });

export async function enrolPasskey(ctx: DashboardContext, { session, body }: SessionRequest<z.output<typeof enrolPasskeyBody>>): Promise<Answer> {
  const { transports = [], ...attested } = body.response.response;
  const response: Webauthn.RegistrationResponseJSON = { ...body.response, response: { ...attested, transports }, clientExtensionResults: {} };
  const { verifyRegistrationResponse } = await webauthn();
  const proof = await verifyRegistrationResponse({
    response, expectedRPID: hostOf(ctx), expectedOrigin: new URL(ctx.config.publicUrl).origin, requireUserVerification: true,
    expectedChallenge: (challenge) => ctx.db.across('directory', (tx) => takeChallenge(tx, challenge, session.memberId)),
  }).catch(() => null);
  if (proof?.verified !== true) throw fail('passkey_invalid');
  const { id: credentialId, publicKey, counter } = proof.registrationInfo.credential;
  const passkeyId = ctx.ids.newId('pky');
  const { organizationId, memberId } = session;
  try {
    await ctx.db.write(session.tenants.live, async (tx) => {
      if ((await lockMember(tx, session)) === null) throw fail('session_ended');
      if ((await listPasskeys(tx, session)).length >= mostPasskeys) throw tooMany();
      await storePasskey(tx, { organizationId, memberId, passkeyId, credentialId, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports, name: body.name });
      await recordAudit(tx, ctx.ids, { actor: memberId, action: 'member.passkey_enrolled', subject: memberId, details: { passkeyId, name: body.name } });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'member_passkey_by_credential') throw fail('passkey_invalid');
    throw error;
  }
  return success({ passkeyId, name: body.name });
}

export async function changePasskey(ctx: DashboardContext, { session, params, body }: SessionRequest<z.output<typeof renamePasskeyBody>, z.output<typeof passkeyParams>>): Promise<Answer> {
  const renamed = await ctx.db.write(session.tenants.live, (tx) => renamePasskey(tx, session, params.passkeyId, body.name));
  if (!renamed) throw fail('record_not_found');
  return success({ passkeyId: params.passkeyId, name: body.name });
}

export async function removePasskey(ctx: DashboardContext, { session, params }: SessionRequest<unknown, z.output<typeof passkeyParams>>): Promise<Answer> {
  await ctx.db.write(session.tenants.live, async (tx) => {
    if ((await removePasskeys(tx, session, params.passkeyId)) === 0) throw fail('record_not_found');
    await recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'member.passkey_removed', subject: session.memberId, details: { passkeyId: params.passkeyId } });
  });
  return success({ passkeyId: params.passkeyId, status: 'removed' });
}
