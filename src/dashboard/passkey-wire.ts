/** What browsers send of WebAuthn, as JSON: base64url where they have bytes. What the specification adds later is passed over. */
import { z } from 'zod';

const bytes = z.string().max(16_000).regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');
const passkeyId = z.string().regex(/^pky_[0-9a-f]{32}$/, 'must be pky_ and 32 hex digits');
const name = z.string().trim().min(1).max(100).describe('For its owner.');
const common = { id: bytes, rawId: bytes, type: z.literal('public-key') };
const moment = z.iso.datetime();

export const attestation = z.object({ ...common, response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(z.string().max(40)).max(10).optional() }) }).describe('What navigator.credentials.create() answered, as JSON.');
export const assertion = z.object({ ...common, response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.optional() }) }).describe('What navigator.credentials.get() answered, as JSON.');

/** As the browser wants them; nothing of them is ours to describe. */
export const optionsData = z.strictObject({ options: z.record(z.string(), z.unknown()).describe('For navigator.credentials, as JSON.') });
export const passkeySignInBody = z.strictObject({ passkey: assertion });
export const enrolPasskeyBody = z.strictObject({ name, response: attestation });
export const renamePasskeyBody = z.strictObject({ name });
export const passkeyParams = z.object({ passkeyId });
export const namedPasskeyData = z.strictObject({ passkeyId, name: z.string() });
export const removedPasskeyData = z.strictObject({ passkeyId, status: z.literal('removed') });
export const passkeysData = z.strictObject({
  available: z.boolean().describe('Not where PUBLIC_URL names an address instead of a host: browsers bind passkeys to names.'),
  passkeys: z.array(z.strictObject({ passkeyId, name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })),
});
