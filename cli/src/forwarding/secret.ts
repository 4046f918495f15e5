/** What forwarded events are signed with: made once for a profile, so that a receiver keeps it from day to day. */
import { randomBytes } from 'node:crypto';
import { openProfiles } from '../profiles.ts';
import { defaultProfile } from '../session.ts';

export async function forwardingSecret(given: string | undefined, profile = defaultProfile): Promise<string> {
  if (given !== undefined) return given;
  const profiles = openProfiles(process.env);
  const stored = await profiles.read();
  const kept = Object.hasOwn(stored.listenSecrets, profile) ? stored.listenSecrets[profile] : undefined;
  if (kept !== undefined) return kept;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await profiles.write({ ...stored, listenSecrets: { ...stored.listenSecrets, [profile]: secret } });
  return secret;
}
