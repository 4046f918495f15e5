/**
 * The cookie that keeps a session, and the token that proves a call comes from our own pages. The page cannot read the
 * cookie; it is told the CSRF token, which is made from the cookie's content and so belongs to one session.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '#src/lib/loopback.ts';

export type SessionCookie = {
  /** The token in a Cookie header; null when there is none, or two, of which one would be somebody else's. */
  read(header: string | undefined): string | null;
  /** For Set-Cookie. Without an age of its own: the browser forgets it when it closes, the server after its time. */
  set(token: string): string;
  clear(): string;
};

/**
 * `__Host-` makes a browser take the cookie from this host alone, over TLS, for no other path (RFC 6265bis §4.1.3.2). On
 * http at a loopback address, where a developer tries things, browsers would not keep such a cookie, and it goes without.
 */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const plain = isPlainLoopback(new URL(publicUrl));
  const name = plain ? 'ot_session' : '__Host-ot_session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`;
  return {
    read(header) {
      const values = (header ?? '').split(';').map((pair) => pair.trim()).filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
      const [token] = values;
      return values.length === 1 && token !== undefined && /^ses_[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
    },
    set: (token) => `${name}=${token}; ${attributes}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}

function isPlainLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfTokenOf(sessionToken: string, presented: string): boolean {
  const right = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(presented);
  return right.length === given.length && timingSafeEqual(right, given);
}
