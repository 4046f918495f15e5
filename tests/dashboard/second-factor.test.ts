import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { bytesOf, openBrowser, password, type Person, signedIn } from '#tests/support/dashboard.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

/** A code of the authenticator app, `away` steps from now. */
const codeOf = (secret: string, away = 0n): string => totpCode(bytesOf(secret), totpStep(new Date()) + away);

/** Lets the last code's step be long ago, as if the member came back another day. */
const forgetStep = (person: Person) => app.db.across('directory', (tx) => tx.execute(sql`update member set totp_last_step = 0 where member_id = ${person.memberId}`));

async function enrolled(): Promise<{ person: Person; secret: string; recoveryCodes: string[] }> {
  const person = await signedIn(app, app, 'owner');
  const begun = await person.browser.call('POST', '/second-factor/totp');
  const secret = String(begun.data['secret']);
  const confirmed = await person.browser.call('POST', '/second-factor/totp/confirm', { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  const codes: unknown = confirmed.data['recoveryCodes'];
  return { person, secret, recoveryCodes: Array.isArray(codes) ? codes.map(String) : [] };
}

describe('enrolling', () => {
  test('gives a secret with its URI, then ten recovery codes for the first code, and ends the other sessions', async () => {
    const person = await signedIn(app, app, 'owner');
    const other = openBrowser(app);
    await other.signIn(person.email);
    const { data } = await person.browser.call('POST', '/second-factor/totp');
    expect(data).toEqual({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/), otpauthUri: expect.stringContaining(`secret=${String(data['secret'])}`) });
    expect((await openBrowser(app).signIn(person.email)).status).toBe(200);
    const before = person.browser.cookie;
    const confirmed = await person.browser.call('POST', '/second-factor/totp/confirm', { code: codeOf(String(data['secret'])) });
    expect(new Set(Array.isArray(confirmed.data['recoveryCodes']) ? confirmed.data['recoveryCodes'] : []).size).toBe(10);
    expect(person.browser.cookie).not.toBe(before);
    expect((await other.call('GET', '/session')).codes).toEqual(['session_ended']);
    expect((await person.browser.call('GET', '/session')).data['secondFactor']).toEqual({ enrolled: true, pending: false, recoveryCodesLeft: 10 });
  });

  test('is not finished by a wrong code, nor without a secret that waits', async () => {
    const person = await signedIn(app, app, 'owner');
    const confirm = (code: string) => person.browser.call('POST', '/second-factor/totp/confirm', { code });
    expect((await confirm('000000')).codes).toEqual(['second_factor_state']);
    const { data } = await person.browser.call('POST', '/second-factor/totp');
    expect((await confirm(codeOf(String(data['secret']), 5n))).codes).toEqual(['second_factor_invalid']);
    expect((await person.browser.call('GET', '/session')).data['secondFactor']).toMatchObject({ enrolled: false, pending: true });
    expect((await openBrowser(app).signIn(person.email)).status).toBe(200);
  });

  test('anew leaves the app in use until the new one has given a code', async () => {
    const { person, secret } = await enrolled();
    const { data } = await person.browser.call('POST', '/second-factor/totp');
    await forgetStep(person);
    expect((await openBrowser(app).signIn(person.email, { code: codeOf(String(data['secret'])) })).codes).toEqual(['second_factor_invalid']);
    expect((await openBrowser(app).signIn(person.email, { code: codeOf(secret) })).status).toBe(200);
    expect((await person.browser.call('POST', '/second-factor/totp/confirm', { code: codeOf(String(data['secret'])) })).status).toBe(200);
    await forgetStep(person);
    expect((await openBrowser(app).signIn(person.email, { code: codeOf(secret) })).codes).toEqual(['second_factor_invalid']);
  });
});

describe('signing in with a second factor', () => {
  test('asks for the code only after the right password', async () => {
    const { person } = await enrolled();
    const browser = openBrowser(app);
    expect((await browser.call('POST', '/session', { email: person.email, password: 'wrong wrong wrong' })).codes).toEqual(['sign_in_invalid']);
    const asked = await browser.signIn(person.email);
    expect([asked.status, asked.codes, asked.headers.getSetCookie()]).toEqual([401, ['second_factor_required'], []]);
  });

  test('takes a code once', async () => {
    const { person, secret } = await enrolled();
    expect((await openBrowser(app).signIn(person.email, { code: codeOf(secret) })).codes, 'the code that finished the enrolment').toEqual(['second_factor_invalid']);
    const next = codeOf(secret, 1n);
    const racing = await Promise.all([1, 2, 3].map(() => openBrowser(app).signIn(person.email, { code: next })));
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('takes a recovery code once, however it is typed', async () => {
    const { person, recoveryCodes: [first = '', second = ''] } = await enrolled();
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const racing = await Promise.all([1, 2].map(() => openBrowser(app).signIn(person.email, { recoveryCode: typed })));
    expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await openBrowser(app).signIn(person.email, { recoveryCode: second })).status).toBe(200);
    expect((await person.browser.call('GET', '/session')).data['secondFactor']).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test('lets five codes be guessed by somebody who knows the password', async () => {
    const { person } = await enrolled();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => openBrowser(app).signIn(person.email, { code: String(index).repeat(6) })));
    const wrong = answers.filter(({ codes }) => codes[0] === 'second_factor_invalid').length;
    expect(wrong).toBeLessThanOrEqual(5);
    expect(answers.filter(({ codes }) => codes[0] === 'rate_limited').length).toBe(8 - wrong);
  });
});

describe('with a second factor', () => {
  test('the password alone is no step-up, and a used code none either', async () => {
    const { person, secret } = await enrolled();
    expect((await person.browser.call('POST', '/session/step-up', { password })).codes).toEqual(['second_factor_required']);
    const code = codeOf(secret, 1n);
    expect((await person.browser.call('POST', '/session/step-up', { code })).status).toBe(200);
    expect((await person.browser.call('POST', '/session/step-up', { code })).codes).toEqual(['second_factor_invalid']);
  });

  test('a change of password is no fresh proof, and opens nothing that needs one', async () => {
    const { person, secret } = await enrolled();
    await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '6 minutes' where member_id = ${person.memberId}`));
    const changed = await person.browser.call('POST', '/password', { currentPassword: password, newPassword: 'tangerine bicycle moss' });
    expect(changed.status, changed.text).toBe(200);
    expect((await person.browser.call('GET', '/session')).data['provedLately']).toBe(false);
    expect((await person.browser.call('DELETE', '/second-factor')).codes).toEqual(['step_up_required']);
    expect((await person.browser.call('POST', '/session/step-up', { code: codeOf(secret, 1n) })).status).toBe(200);
    expect((await person.browser.call('DELETE', '/second-factor')).status).toBe(200);
  });

  test('recovery codes are replaced, and it can be removed', async () => {
    const { person, recoveryCodes: [old = ''] } = await enrolled();
    const replaced = await person.browser.call('POST', '/second-factor/recovery-codes');
    expect(replaced.status).toBe(200);
    expect((await openBrowser(app).signIn(person.email, { recoveryCode: old })).codes).toEqual(['second_factor_invalid']);
    expect((await person.browser.call('DELETE', '/second-factor')).data).toEqual({ status: 'removed' });
    expect((await openBrowser(app).signIn(person.email)).status).toBe(200);
    expect((await person.browser.call('DELETE', '/second-factor')).codes).toEqual(['second_factor_state']);
    expect((await person.browser.call('POST', '/second-factor/recovery-codes')).codes).toEqual(['second_factor_state']);
  });
});

test('neither the secret nor a recovery code is readable in the database or the log', async () => {
  const { secret, recoveryCodes } = await enrolled();
  const kept = await app.db.across('audit', (tx) => tx.rows<{ text: string }>(sql`
    select row_to_json(m)::text as text from member m union all select row_to_json(c)::text from member_recovery_code c union all select row_to_json(a)::text from audit_entry a`));
  const everything = [...app.logLines, ...kept.map(({ text }) => text)].join('\n').toUpperCase();
  const raw = bytesOf(secret);
  const inHex = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();
  for (const shape of [secret, raw.toString('hex').toUpperCase(), raw.toString('base64').toUpperCase(), inHex(raw.toString('base64')), ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', ''), inHex(code)])]) {
    expect(everything.includes(shape), 'a secret stands there').toBe(false);
  }
});
