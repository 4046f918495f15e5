/** Who calls, and where: from the environment, or from a profile of `openteller login`. */
import { createTeller, type Teller } from '../../sdk/src/index.ts';
import type { Profile, Profiles } from './profiles.ts';
import { nearest } from './suggest.ts';
import { UsageError } from './trouble.ts';

export type Session = Profile & {
  teller: Teller;
  /** `default`, or what --profile says. */
  profile: string;
  source: 'environment' | 'profile';
};

type Environment = Readonly<Record<string, string | undefined>>;

export const defaultProfile = 'default';

/** @throws UsageError */
export async function openSession(env: Environment, profiles: Profiles, named: string | undefined): Promise<Session> {
  const profile = named ?? defaultProfile;
  const stored = (await profiles.read()).profiles;
  const found = Object.hasOwn(stored, profile) ? stored[profile] : undefined;
  const given = { url: env['OPENTELLER_URL'], clientId: env['OPENTELLER_CLIENT_ID'], clientSecret: env['OPENTELLER_CLIENT_SECRET'] };
  if (named !== undefined && found === undefined && Object.values(given).every((value) => (value ?? '') === '')) throw unknownProfile(named, Object.keys(stored));
  const pick = (name: keyof Profile): string => {
    const value = given[name] ?? '';
    return value === '' ? (found?.[name] ?? '') : value;
  };
  const [url, clientId, clientSecret] = [pick('url'), pick('clientId'), pick('clientSecret')];
  if (url === '' || clientId === '' || clientSecret === '') {
    throw new UsageError('Nobody is logged in here.', 'Run openteller login, or set OPENTELLER_URL, OPENTELLER_CLIENT_ID and OPENTELLER_CLIENT_SECRET.');
  }
  return { ...connect({ url: rootOf(url, clientId), clientId, clientSecret }), profile, source: found === undefined || (given.clientId ?? '') !== '' ? 'environment' : 'profile' };
}

export function connect(profile: Profile): Profile & { teller: Teller } {
  return { ...profile, teller: createTeller({ baseUrl: profile.url, clientId: profile.clientId, clientSecret: profile.clientSecret, retries: 2 }) };
}

/** The root of the credential's environment; an address with a path is one already. @throws UsageError */
export function rootOf(url: string, clientId: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) throw new UsageError(`${url} is no URL.`, 'Write it whole, such as http://127.0.0.1:3000');
  if (parsed.pathname !== '/') return url.replace(/\/+$/, '');
  return `${parsed.origin}${clientId.startsWith('ot_live_') ? '/v1' : '/sandbox/v1'}`;
}

export function unknownProfile(named: string, known: readonly string[]): UsageError {
  const near = nearest(named, known);
  return new UsageError(`There is no profile ${named}.`, near === null ? `Make it: openteller login --profile ${named}` : `Did you mean ${near}?`);
}
