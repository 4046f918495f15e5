/**
 * The keys of a tenant: one for sealing columns, one for blind indexes, one for OTP codes. Each is random, stored
 * wrapped by MASTER_KEY, and unwrapped into memory on first use.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Database, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { blindIndex, type Key, mac, open, seal } from '#src/lib/envelope.ts';
import { unwrapWith, type WrappedKey, wrappingBy } from './wrapping.ts';

/** Where a sealed value stands; a value moved to another place does not open. */
export type Place = { table: string; column: string; row: string };

export type Sealer = {
  seal(place: Place, text: string): Buffer;
  /** @throws when the value was tampered with or belongs to another place. */
  open(place: Place, sealed: Uint8Array): string;
};

export type TenantKeys = Sealer & {
  /** A new key of one subject's own, wrapped by the tenant's; whoever destroys it has destroyed everything sealed under it. */
  newInnerKey(place: Place): Buffer;
  /** Seals and opens under such a key. */
  inner(place: Place, wrapped: Uint8Array): Sealer;
  /** Keyed hash for equality look-ups; `column` keeps the same number in two columns apart. */
  index(column: string, text: string): Buffer;
  otpMac(otpReferenceId: string, purpose: string, code: string): Buffer;
};

export type Keyring = { of(tenantId: string): Promise<TenantKeys> };

const purposes = ['data', 'index', 'otp'] as const;

/** `previousMasterKey`: opens what it still wraps, while MASTER_KEY is being replaced. */
export function createKeyring(db: Database, masterKey: Uint8Array, previousMasterKey: Uint8Array | null = null): Keyring {
  const wrappings = [masterKey, ...(previousMasterKey === null ? [] : [previousMasterKey])].map(wrappingBy);
  const known = new Map<string, Promise<TenantKeys>>();

  async function load(tenantId: string): Promise<TenantKeys> {
    const rows = await db.read(tenantId, (tx) =>
      tx.rows<WrappedKey>(sql`
        select tenant_id as "tenantId", purpose, wrapped, wrapped_by as "wrappedBy" from tenant_key where tenant_id = ${tenantId} order by purpose, version`),
    );
    const keyFor = (purpose: string): KeyObject => {
      const row = rows.findLast((candidate) => candidate.purpose === purpose);
      if (row === undefined) throw new Error(`Tenant ${tenantId} has no ${purpose} key.`);
      return createSecretKey(unwrapWith(wrappings, row));
    };
    const data = keyFor('data');
    const index = keyFor('index');
    const otp = keyFor('otp');
    const context = (place: Place): string => `${tenantId}/${place.table}/${place.column}/${place.row}`;
    const sealer = (key: Key): Sealer => ({
      seal: (place, text) => seal(key, text, context(place)),
      open: (place, sealed) => open(key, sealed, context(place)).toString('utf8'),
    });
    return {
      ...sealer(data),
      newInnerKey: (place) => seal(data, randomBytes(32), context(place)),
      inner: (place, wrapped) => sealer(open(data, wrapped, context(place))),
      index: (column, text) => blindIndex(index, `${column}:${text}`),
      otpMac: (otpReferenceId, purpose, code) => mac(otp, otpReferenceId, purpose, code),
    };
  }

  return {
    of(tenantId) {
      let keys = known.get(tenantId);
      if (keys === undefined) {
        keys = load(tenantId);
        known.set(tenantId, keys);
        keys.catch(() => known.delete(tenantId));
      }
      return keys;
    },
  };
}

/** Makes and stores the keys of a new tenant. */
export async function createTenantKeys(tx: Tx, masterKey: Uint8Array): Promise<void> {
  const wrapping = wrappingBy(masterKey);
  for (const purpose of purposes) {
    const wrapped = wrapping.wrap({ tenantId: tx.tenantId, purpose }, randomBytes(32));
    await tx.execute(sql`
      insert into tenant_key (tenant_id, purpose, version, wrapped, wrapped_by, created_at)
      values (${tx.tenantId}, ${purpose}, 1, ${wrapped}, ${wrapping.id}, ${tx.now})`);
  }
}
