/** A browser at the dashboard's root: keeps its cookie, sends its own origin, and the CSRF token it was told. */
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { createMember, findMembersByEmail, type MemberRole } from '#src/organizations/members.ts';
import { makeOperator } from '#src/organizations/operators.ts';
import type { Answered, TestApp } from './test-app.ts';

export const password = 'several unrelated words';

export type Browser = {
  /** Null leaves a header out. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | null>): Promise<Answered>;
  signIn(email: string, more?: Record<string, unknown>): Promise<Answered>;
  /** `name=value`; empty: none. */
  cookie: string;
  csrfToken: string;
};

/** `ip` is what a trusted proxy says the browser's address is; the app must trust 127.0.0.1. */
export function openBrowser(app: TestApp, ip?: string): Browser {
  const { publicUrl } = app.app.ctx.config;
  const browser: Browser = {
    cookie: '',
    csrfToken: '',
    async call(method, path, body, headers = {}) {
      const own: Record<string, string | null> = {
        ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
        ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
        ...(method === 'GET' ? {} : { origin: new URL(publicUrl).origin, 'sec-fetch-site': 'same-origin', 'x-csrf-token': browser.csrfToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(own).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
      const answer = await app.fetch(`${app.app.dashboard.prefix}${path}`, { method, headers: sent, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) browser.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      if (typeof answer.data['csrfToken'] === 'string') browser.csrfToken = answer.data['csrfToken'];
      return answer;
    },
    signIn: (email, more = {}) => browser.call('POST', '/session', { email, password, ...more }),
  };
  return browser;
}

export type Person = { memberId: string; email: string; browser: Browser };

let people = 0;

/** A member with a known password, signed in. */
export async function signedIn(app: TestApp, organization: { organizationId: string }, role: MemberRole, ip?: string): Promise<Person> {
  const email = await addMember(app, organization, role);
  const browser = openBrowser(app, ip);
  const answer = await browser.signIn(email);
  if (answer.status !== 200) throw new Error(`signing in: ${answer.text}`);
  const member: unknown = answer.data['member'];
  const memberId = typeof member === 'object' && member !== null && 'memberId' in member ? String(member.memberId) : '';
  return { memberId, email, browser };
}

/** Somebody who runs the service, signed in; as the command line makes one. */
export async function operator(app: TestApp, organization: { organizationId: string }, role: MemberRole = 'owner'): Promise<Person> {
  const person = await signedIn(app, organization, role);
  await becomeOperator(app, person.email);
  return person;
}

export async function becomeOperator(app: TestApp, email: string): Promise<void> {
  const [member] = await findMembersByEmail(app.db, email);
  if (member === undefined) throw new Error(`${email} is no member`);
  await app.db.write(member.liveTenantId, (tx) => makeOperator(tx, member));
}

/** Enrols an authenticator app through the API; answers its secret, base32. */
export async function enrolFactor({ browser }: Person): Promise<string> {
  const { data } = await browser.call('POST', '/second-factor/totp');
  const secret = String(data['secret']);
  const confirmed = await browser.call('POST', '/second-factor/totp/confirm', { code: totpCode(bytesOf(secret), totpStep(new Date())) });
  if (confirmed.status !== 200) throw new Error(`enrolling: ${confirmed.text}`);
  return secret;
}

export async function addMember(app: TestApp, { organizationId }: { organizationId: string }, role: MemberRole): Promise<string> {
  people += 1;
  const email = `member${people}@kano.example`;
  await createMember(app.db, app.app.ctx.ids, { organizationId, email, password, role });
  return email;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What stands behind base32, as an authenticator app reads it. */
export function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
