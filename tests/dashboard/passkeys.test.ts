import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { isRecord } from '#src/lib/assert.ts';
import { type Authenticator, openAuthenticator } from '#tests/support/authenticator.ts';
import { openBrowser, type Person, signedIn } from '#tests/support/dashboard.ts';
import { heldBack, rowsOf } from '#tests/support/held-back.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: { PUBLIC_URL: 'https://teller.example.com', TRUSTED_PROXIES: '127.0.0.1' } });
  origin = app.app.ctx.config.publicUrl;
});
afterAll(() => app.close());

const challengeOf = ({ data }: Answered): string => (isRecord(data['options']) ? String(data['options']['challenge']) : '');
const asked = async (browser = openBrowser(app)): Promise<string> => challengeOf(await browser.call('POST', '/passkey-challenges'));
const signIn = async (key: Authenticator, options?: Parameters<Authenticator['get']>[2], at = origin): Promise<Answered> => openBrowser(app).call('POST', '/session/passkey', { passkey: key.get(await asked(), at, options) });

async function enrolled(person: Person, name = 'Laptop'): Promise<Authenticator> {
  const key = openAuthenticator('teller.example.com');
  const challenge = challengeOf(await person.browser.call('POST', '/passkeys/challenge'));
  const answer = await person.browser.call('POST', '/passkeys', { name, response: key.create(challenge, origin) });
  if (answer.status !== 200) throw new Error(answer.text);
  return key;
}

describe('a passkey', () => {
  test('signs in whoever enrolled it, without password or code, and stands in the list', async () => {
    const person = await signedIn(app, app, 'developer');
    const key = await enrolled(person);
    await enrolled(person, 'Phone');
    const answer = await signIn(key);
    expect(answer.data['member']).toMatchObject({ memberId: person.memberId });
    const list = await person.browser.call('GET', '/passkeys');
    expect(list.data).toMatchObject({ available: true, passkeys: [{ name: 'Laptop', lastUsedAt: expect.any(String) }, { name: 'Phone', lastUsedAt: null }] });
  });

  test('is refused without the person verified, for another origin or host, with a counter that stands still, and when nobody has it', async () => {
    const key = await enrolled(await signedIn(app, app, 'viewer'));
    expect((await signIn(key)).status).toBe(200);
    for (const refused of [await signIn(key, { verified: false }), await signIn(key, {}, 'https://elsewhere.example'), await signIn(openAuthenticator('teller.example.com'))]) expect(refused.codes).toEqual(['passkey_invalid']);
    expect((await signIn(key)).status).toBe(200);
    expect((await signIn(key, { stuck: true })).codes).toEqual(['passkey_invalid']);
  });

  test('answers a challenge once, of its own kind, and only within its time', async () => {
    const person = await signedIn(app, app, 'viewer');
    const key = await enrolled(person);
    const challenge = await asked();
    const send = (given: string) => openBrowser(app).call('POST', '/session/passkey', { passkey: key.get(given, origin) });
    expect((await send(challenge)).status).toBe(200);
    expect((await send(challenge)).codes).toEqual(['passkey_invalid']);
    const racing = await asked();
    const both = await Promise.all([send(racing), send(racing)]);
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const toEnrol = challengeOf(await person.browser.call('POST', '/passkeys/challenge'));
    expect((await send(toEnrol)).codes).toEqual(['passkey_invalid']);
    const late = await asked();
    await app.db.across('directory', (tx) => tx.execute(sql`delete from passkey_challenge where expires_at < now() + interval '10 minutes'`));
    expect((await send(late)).codes).toEqual(['passkey_invalid']);
  });

  test('is enrolled with a challenge of the member\'s own, and by one member only', async () => {
    const [one, two] = [await signedIn(app, app, 'viewer'), await signedIn(app, app, 'viewer')];
    const key = openAuthenticator('teller.example.com');
    const challenge = challengeOf(await one.browser.call('POST', '/passkeys/challenge'));
    expect((await two.browser.call('POST', '/passkeys', { name: 'Mine', response: key.create(challenge, origin) })).codes).toEqual(['passkey_invalid']);
    expect((await one.browser.call('POST', '/passkeys', { name: 'Mine', response: key.create(challenge, origin) })).status).toBe(200);
    const second = challengeOf(await two.browser.call('POST', '/passkeys/challenge'));
    expect((await two.browser.call('POST', '/passkeys', { name: 'Mine', response: key.create(second, origin) })).codes).toEqual(['passkey_invalid']);
  });

  test('counts as a fresh proof, of its own member alone', async () => {
    const [one, two] = [await signedIn(app, app, 'developer'), await signedIn(app, app, 'developer')];
    const key = await enrolled(one);
    await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '6 minutes' where member_id in (${one.memberId}, ${two.memberId})`));
    expect((await one.browser.call('POST', '/credentials/test', { name: 'Shop' })).codes).toEqual(['step_up_required']);
    expect((await two.browser.call('POST', '/session/step-up', { passkey: key.get(await asked(), origin) })).codes).toEqual(['passkey_invalid']);
    expect((await one.browser.call('POST', '/session/step-up', { passkey: key.get(await asked(), origin) })).status).toBe(200);
    expect((await one.browser.call('POST', '/credentials/test', { name: 'Shop' })).status).toBe(200);
  });

  test('that is removed, or whose member is, signs nobody in', async () => {
    const [owner, person] = [await signedIn(app, app, 'owner'), await signedIn(app, app, 'viewer')];
    const [kept, removed] = [await enrolled(person, 'Kept'), await enrolled(person, 'Removed')];
    const { data } = await person.browser.call('GET', '/passkeys');
    const ids = Array.isArray(data['passkeys']) ? data['passkeys'].map((each: unknown) => (isRecord(each) ? String(each['passkeyId']) : '')) : [];
    const stranger = await signedIn(app, app, 'viewer');
    expect((await stranger.browser.call('DELETE', `/passkeys/${String(ids[1])}`)).codes).toEqual(['record_not_found']);
    expect((await stranger.browser.call('PATCH', `/passkeys/${String(ids[1])}`, { name: 'Mine' })).codes).toEqual(['record_not_found']);
    expect((await person.browser.call('DELETE', `/passkeys/${String(ids[1])}`)).status).toBe(200);
    expect((await signIn(removed)).codes).toEqual(['passkey_invalid']);
    await owner.browser.call('DELETE', `/members/${person.memberId}`);
    expect((await signIn(kept)).codes).toEqual(['passkey_invalid']);
  });
});

test('a member has twenty at most, however many enrolments were begun before', async () => {
  const person = await signedIn(app, app, 'viewer');
  await app.db.across('directory', (tx) => tx.execute(sql`
    insert into member_passkey (organization_id, passkey_id, member_id, credential_id, public_key, counter, transports, name, created_at)
    select ${app.organizationId}, 'pky_' || lpad(to_hex(n), 32, '0'), ${person.memberId}, 'full-' || n, '', 0, '{}', 'Key ' || n, now() from generate_series(1, 19) as n`));
  const begun = [challengeOf(await person.browser.call('POST', '/passkeys/challenge')), challengeOf(await person.browser.call('POST', '/passkeys/challenge'))];
  const finish = (challenge: string) => () => person.browser.call('POST', '/passkeys', { name: 'Key', response: openAuthenticator('teller.example.com').create(challenge, origin) });
  const answers = await heldBack(app, rowsOf(person.memberId), begun.map(finish));
  expect(answers.map(({ status, codes }) => codes[0] ?? status)).toEqual([200, 'limit_exceeded']);
  expect((await person.browser.call('POST', '/passkeys/challenge')).codes).toEqual(['limit_exceeded']);
});

test('there are none where PUBLIC_URL names an address', async () => {
  const plain = await startTestApp({ worker: false });
  expect((await openBrowser(plain).call('POST', '/passkey-challenges')).codes).toEqual(['passkeys_unavailable']);
  expect((await (await signedIn(plain, plain, 'viewer')).browser.call('GET', '/passkeys')).data).toEqual({ available: false, passkeys: [] });
  await plain.close();
});
