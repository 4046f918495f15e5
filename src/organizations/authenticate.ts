/** Who is calling: from a client identifier and secret to a token, and from a token to a Caller (contract §3). */
import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Database } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import type { Presented } from '#src/http/options.ts';
import type { Caller } from '#src/http/route.ts';
import { sha256 } from '#src/lib/canonical.ts';
import type { Ids } from '#src/lib/ids.ts';
import { type CredentialRow, findCredentials, findToken, storeToken, type TokenRow } from './credentials.ts';

export const tokenLifeSeconds = 3600;
/** How long a node may go on believing a token: a revocation bites within a second. */
export const trustMs = 900;
const maxTrusted = 50_000;
/** A sandbox that is reset between the look for a credential and its token is looked for again. */
const looks = 3;

export type RateLimits = { perSecond: number; burst: number; kycPerMinute: number };

export type Gatekeeper = {
  /** @throws Failure token_missing, token_invalid, token_expired, token_revoked, environment_mismatch, ip_not_allowed */
  authenticate(presented: Presented): Promise<Caller>;
  /** @throws Failure token_missing, credentials_invalid, environment_mismatch, ip_not_allowed */
  issueToken(presented: Presented): Promise<{ accessToken: string; expiresInSeconds: number }>;
  rateLimits(caller: Caller): RateLimits;
};

type Trusted = { row: TokenRow; caller: Caller; untilMs: number };
type LookUp = { startedMs: number; found: Promise<TokenRow | undefined> };

export function createGatekeeper(db: Database, ids: Ids, options: { publicUrl: string; monotonicMs(): number }): Gatekeeper {
  const trusted = new Map<string, Trusted>();
  const lookUps = new Map<string, LookUp>();
  const limits = new Map<string, RateLimits>();
  const rootOf = (environment: 'sandbox' | 'live'): string => `${options.publicUrl}${environment === 'sandbox' ? '/sandbox/v1' : '/v1'}`;

  async function recognise(token: string): Promise<Trusted> {
    const known = trusted.get(token);
    if (known !== undefined && known.untilMs > options.monotonicMs()) return known;
    const { startedMs, found } = lookUp(token);
    const row = await found;
    if (row === undefined) throw fail('token_invalid');
    if (row.revoked_at !== null) throw fail('token_revoked');
    if (row.expires_at <= row.now) throw fail('token_expired');
    const remainingMs = row.expires_at.getTime() - row.now.getTime();
    const fresh: Trusted = { row, caller: callerOf(row), untilMs: startedMs + Math.min(trustMs, remainingMs) };
    if (trusted.size >= maxTrusted) trusted.clear();
    trusted.set(token, fresh);
    limits.set(row.credential_id, { perSecond: row.rate_per_second, burst: row.rate_burst, kycPerMinute: row.kyc_per_minute });
    return fresh;
  }

  /** One for all who ask at once; but who asks after a revocation must not believe what was read long before it. */
  function lookUp(token: string): LookUp {
    const now = options.monotonicMs();
    const running = lookUps.get(token);
    if (running !== undefined && running.startedMs + trustMs > now) return running;
    const found = db.lookUpShared('directory', (tx) => findToken(tx, sha256(token))).then(([row]) => row);
    const begun: LookUp = { startedMs: now, found };
    const end = (): void => {
      if (lookUps.get(token) === begun) lookUps.delete(token);
    };
    lookUps.set(token, begun);
    found.then(end, end);
    return begun;
  }

  function admit(row: CredentialRow, presented: Presented): void {
    if (row.environment !== presented.environment) throw fail('environment_mismatch', { details: { root: rootOf(row.environment), environment: row.environment } });
    if (row.allowed_cidrs.length > 0 && !isAllowed(row.allowed_cidrs, presented.ip)) throw fail('ip_not_allowed');
  }

  return {
    async authenticate(presented) {
      if (presented.authorization === undefined) throw fail('token_missing');
      const token = /^Bearer +(at_[A-Za-z0-9_-]{43})$/i.exec(presented.authorization)?.[1];
      if (token === undefined) throw fail('token_invalid');
      const { row, caller } = await recognise(token);
      admit(row, presented);
      return caller;
    },
    async issueToken(presented) {
      if (presented.authorization === undefined) throw fail('token_missing', { fix: 'Send `Authorization: Bearer base64(clientId:secret)`.' });
      const pair = readCredentials(presented.authorization);
      if (pair === null) throw fail('credentials_invalid');
      const environment = pair.clientId.startsWith('ot_live_') ? 'live' : 'sandbox';
      if (environment !== presented.environment) throw fail('environment_mismatch', { details: { root: rootOf(environment), environment } });
      const hash = sha256(pair.secret);
      const isPrevious = ({ previous_secret_hash: previous }: CredentialRow): boolean => previous !== null && timingSafeEqual(previous, hash);
      for (let look = 1; look <= looks; look += 1) {
        const rows = await db.lookUpShared('directory', (tx) => findCredentials(tx, pair.clientId));
        const row = rows.find((candidate) => timingSafeEqual(candidate.secret_hash, hash) || isPrevious(candidate));
        if (row === undefined || row.revoked_at !== null) throw fail('credentials_invalid');
        admit(row, presented);
        const accessToken = ids.token('at');
        // What the secret before a rotation was traded for ends with it.
        const byPreviousSecret = isPrevious(row);
        const lifeSeconds = byPreviousSecret ? Math.min(tokenLifeSeconds, row.previous_seconds_left) : tokenLifeSeconds;
        // Of the credential each writes the same: when it was last used.
        const stored = await db.writeTogether('token', row.tenant_id, (tx) => storeToken(tx, { tokenHash: sha256(accessToken), credentialId: row.credential_id, lifeSeconds, byPreviousSecret }));
        if (stored) return { accessToken, expiresInSeconds: lifeSeconds };
      }
      throw fail('service_unavailable', { retryAfterSeconds: 1 });
    },
    rateLimits: (caller) => limits.get(caller.credentialId) ?? { perSecond: 200, burst: 400, kycPerMinute: 60 },
  };
}

function callerOf(row: CredentialRow): Caller {
  return { tenantId: row.tenant_id, organizationId: row.organization_id, environment: row.environment, credentialId: row.credential_id, scopes: row.scopes };
}

/**
 * `Bearer` or `Basic`, then base64 of `clientId:secret`, or of the two joined without a colon: client identifiers have
 * a fixed length of 32 characters, so the plain concatenation can be read too (the reference does not show the joining).
 */
export function readCredentials(authorization: string): { clientId: string; secret: string } | null {
  const encoded = /^(?:Bearer|Basic) +([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const decoded = Buffer.from(encoded, 'base64').toString('latin1');
  const parts = /^(ot_(?:test|live)_[a-z0-9]{24}):?(sk_(?:test|live)_[A-Za-z0-9_-]{43,200})$/.exec(decoded.trim());
  const [, clientId, secret] = parts ?? [];
  return clientId === undefined || secret === undefined ? null : { clientId, secret };
}

function isAllowed(cidrs: readonly string[], ip: string): boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  const plain = ip.replace(/^::ffff:/i, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
