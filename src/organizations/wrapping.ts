/** How a MASTER_KEY wraps the keys of tenants. While one is replaced by another, keys may be under either. */
import { deriveKey, EnvelopeError, mac, open, seal } from '#src/lib/envelope.ts';

export type KeyName = { tenantId: string; purpose: string };
export type WrappedKey = KeyName & { wrapped: Uint8Array; /** Fingerprint of the MASTER_KEY; null: from before there were fingerprints. */ wrappedBy: string | null };

export type Wrapping = {
  /** Fingerprint of the MASTER_KEY, 16 hex digits: tells keys apart, and nothing about them. */
  id: string;
  wrap(name: KeyName, key: Uint8Array): Buffer;
  /** @throws EnvelopeError */
  unwrap(key: WrappedKey): Buffer;
};

/** @param masterKey 32 bytes */
export function wrappingBy(masterKey: Uint8Array): Wrapping {
  const wrappingKey = deriveKey(masterKey, 'tenant-keys', 'openteller');
  return {
    id: mac(deriveKey(masterKey, 'fingerprint', 'openteller'), 'MASTER_KEY').toString('hex').slice(0, 16),
    wrap: (name, key) => seal(wrappingKey, key, placeOf(name)),
    unwrap: (key) => open(wrappingKey, key.wrapped, placeOf(key)),
  };
}

/** The one of these that opens the key; undefined: none. */
export function wrappingOf(wrappings: readonly Wrapping[], key: WrappedKey): Wrapping | undefined {
  return wrappings.find((wrapping) => {
    if (key.wrappedBy !== null && key.wrappedBy !== wrapping.id) return false;
    try {
      wrapping.unwrap(key);
      return true;
    } catch (error) {
      if (error instanceof EnvelopeError) return false;
      throw error;
    }
  });
}

/** @throws EnvelopeError when none of these opens it */
export function unwrapWith(wrappings: readonly Wrapping[], key: WrappedKey): Buffer {
  const wrapping = wrappingOf(wrappings, key);
  if (wrapping === undefined) throw new EnvelopeError(`the ${key.purpose} key of tenant ${key.tenantId} opens under no MASTER_KEY given`);
  return wrapping.unwrap(key);
}

function placeOf({ tenantId, purpose }: KeyName): string {
  return `${tenantId}/tenant_key/wrapped/${purpose}`;
}
