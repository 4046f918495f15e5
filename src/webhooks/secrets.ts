/** The secrets of an endpoint, sealed; while one is replaced there are two. */
import type { Place, TenantKeys } from '#src/organizations/keyring.ts';

/** Where both secrets of an endpoint are sealed: one place, so that the next becomes the current without being opened. */
export function secretPlace(endpointId: string): Place {
  return { table: 'webhook_endpoint', column: 'secret', row: endpointId };
}

export type SealedSecrets = {
  endpointId: string;
  secretSealed: Buffer | null;
  nextSecretSealed: Buffer | null;
  /** From then on the next secret is the only one. */
  nextSecretAt: Date | null;
};

/** The secrets that sign at `now`. Both are null when the tenant refused one. */
export function openSecrets(keys: TenantKeys, sealed: SealedSecrets, now: Date): { secret: string | null; nextSecret: string | null } {
  const open = (secret: Buffer | null): string | null => (secret === null ? null : keys.open(secretPlace(sealed.endpointId), secret));
  const { nextSecretAt } = sealed;
  if (nextSecretAt !== null && nextSecretAt <= now) return { secret: open(sealed.nextSecretSealed), nextSecret: null };
  return { secret: open(sealed.secretSealed), nextSecret: open(sealed.nextSecretSealed) };
}
