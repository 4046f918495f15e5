import { randomBytes } from 'node:crypto';
import type { HttpReply } from './http-reply.ts';
import { json } from './http-reply.ts';

const TOKENS_MAX = 1_000;

/** Hands out bearer tokens for any client's credentials, and knows them again until they end. Beyond a thousand the oldest goes. */
export type TokenDesk = {
  issue(form: string): HttpReply;
  isGood(authorization: string | undefined): boolean;
  revokeAll(): void;
};

export function createTokenDesk(nowMs: () => number, tokenSeconds: number): TokenDesk {
  const endsAtMs = new Map<string, number>();
  return {
    issue: (form) => {
      const fields = new URLSearchParams(form);
      const complete = ['client_id', 'client_secret', 'scope'].every((name) => (fields.get(name) ?? '') !== '');
      if (!complete || fields.get('grant_type') !== 'client_credentials') return json(400, { error: 'invalid_request' });
      const [oldest] = endsAtMs.keys();
      if (endsAtMs.size >= TOKENS_MAX && oldest !== undefined) endsAtMs.delete(oldest);
      const token = randomBytes(24).toString('base64url');
      endsAtMs.set(token, nowMs() + tokenSeconds * 1_000);
      return json(200, { token_type: 'Bearer', expires_in: tokenSeconds, ext_expires_in: tokenSeconds, access_token: token });
    },
    isGood: (authorization) => {
      const endMs = endsAtMs.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
      return endMs !== undefined && nowMs() < endMs;
    },
    revokeAll: () => endsAtMs.clear(),
  };
}
