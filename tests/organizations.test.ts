/** `npm run organizations`, beside a running program, as an operator types it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { bytesOf, openBrowser, signedIn } from '#tests/support/dashboard.ts';
import { runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Each command is a program of its own, and starts as one. */
const patienceMs = 120_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const organizations = (...args: string[]) =>
  runProgram('src/cli/organizations.ts', args, app.database.connection, { MASTER_KEY: Buffer.from(app.app.ctx.config.masterKey).toString('hex') });

async function said(...args: string[]): Promise<string> {
  const ended = await organizations(...args);
  expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
  return ended.stdout;
}

const word = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
const tokenFor = (root: string, clientId: string, secret: string) => app.fetch(`${root}/auth/token`, { headers: { authorization: `Bearer ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` } });

test('an organization with a second member and a credential of its own, from nothing', async () => {
  const created = await said('create', 'Kano Fintech', '--owner', 'amina@kano.example');
  const organizationId = word(created, /(org_\w+)/);
  expect(created).toMatch(/^Kano Fintech is org_\w+\.\namina@kano\.example is owner of Kano Fintech\.\nPassword {3}\S{20}\n/);
  expect(await said('add-member', organizationId, 'bello@kano.example', '--role', 'operations')).toContain('bello@kano.example is operations of Kano Fintech.');

  const shown = await said('add-credential', organizationId, '--environment', 'sandbox', '--name', 'Shop', '--scope', 'transfer:read');
  const [clientId, secret] = [word(shown, /CLIENT_ID=(ot_test_[a-z0-9]{24})\n/), word(shown, /CLIENT_SECRET=(sk_test_\S{43,})\n/)];
  const { data } = await tokenFor('/sandbox/v1', clientId, secret);
  const call = (path: string) => app.fetch(`/sandbox/v1${path}`, { headers: { authorization: `Bearer ${String(data['accessToken'])}`, requestid: 'organizations-1' } });
  expect((await call('/transfer/banks')).status).toBe(200);
  expect((await call('/accounts?page=1&pageSize=1')).codes).toEqual(['scope_missing']);

  expect(await said('revoke-credential', clientId)).toBe(`${clientId} is revoked; its tokens end within a second.\n`);
  expect((await tokenFor('/sandbox/v1', clientId, secret)).codes).toEqual(['credentials_invalid']);
  expect(await said('list')).toMatch(new RegExp(`Kano Fintech {3}${organizationId}\\n {2}owner {7}amina@kano\\.example\\n {2}operations {2}bello@kano\\.example\\n {2}sandbox {5}${clientId} {3}Shop {3}revoked `));
}, patienceMs);

test('a live credential may be limited to networks', async () => {
  const shown = await said('add-credential', app.organizationId, '--environment', 'live', '--name', 'Live', '--from', '203.0.113.0/24', '--from', '2001:db8::1');
  expect(shown).toMatch(/^CLIENT_ID=ot_live_[a-z0-9]{24}\nCLIENT_SECRET=sk_live_\S{43,}\n/);
  const local = await said('add-credential', app.organizationId, '--environment', 'sandbox', '--name', 'Elsewhere', '--from', '203.0.113.0/24');
  expect((await tokenFor('/sandbox/v1', word(local, /CLIENT_ID=(\S+)/), word(local, /CLIENT_SECRET=(\S+)/))).codes).toEqual(['ip_not_allowed']);
}, patienceMs);

test('a password is reset, with which every session ends; the second factor goes only when it is said', async () => {
  const { email, browser } = await signedIn(app, app, 'owner');
  const { data } = await browser.call('POST', '/second-factor/totp');
  await browser.call('POST', '/second-factor/totp/confirm', { code: totpCode(bytesOf(String(data['secret'])), totpStep(new Date())) });
  const first = await said('reset-password', email);
  expect(first).toMatch(new RegExp(`^${email} has a new password; every session of theirs has ended\\.\nPassword {3}\\S{20}\n`));
  expect((await browser.call('GET', '/session')).codes).toEqual(['session_ended']);
  const signIn = async (shown: string) => openBrowser(app).signIn(email, { password: word(shown, /Password {3}(\S+)/) });
  expect((await signIn(first)).codes).toEqual(['second_factor_required']);
  expect((await signIn(await said('reset-password', email, '--remove-second-factor'))).status).toBe(200);
}, patienceMs);

test('an organization is approved for live, once', async () => {
  const { browser } = await signedIn(app, app, 'owner');
  expect((await browser.call('POST', '/credentials/live', { name: 'Core' })).codes).toEqual(['live_not_approved']);
  expect(await said('approve-live', app.organizationId)).toBe('Test organization makes live credentials itself from now on.\n');
  expect((await browser.call('POST', '/credentials/live', { name: 'Core' })).status).toBe(200);
  expect(await said('approve-live', app.organizationId)).toBe('Test organization was approved before.\n');
}, patienceMs);

test('a member is made an operator, and is one no more, with their next call', async () => {
  const { email, browser } = await signedIn(app, app, 'viewer');
  const look = async () => (await browser.call('GET', '/operator/health')).status;
  expect(await look()).toBe(403);
  expect(await said('make-operator', email, '--organization', app.organizationId)).toBe(`${email} looks across all organizations from now on. They need a second factor to approve one for live.\n`);
  expect(await look()).toBe(200);
  expect(await said('make-operator', email, '--organization', app.organizationId)).toBe(`${email} was an operator before.\n`);
  expect(await said('end-operator', email)).toBe(`${email} sees their own organization alone from now on.\n`);
  expect(await look()).toBe(403);
}, patienceMs);

describe('is refused with a line that says why:', () => {
  test.each([
    [['create', 'Nobody'], /^Usage: /],
    [['add-member', 'org_unknown', 'x@y.example', '--role', 'viewer'], /^There is no organization org_unknown\. /],
    [['add-member', 'org_unknown', 'x@y.example', '--role', 'king'], /^Usage: /],
    [['add-credential', 'org_x', '--environment', 'sandbox', '--name', 'n', '--scope', 'everything'], /^There is no scope everything\. /],
    [['add-credential', 'org_x', '--environment', 'sandbox', '--name', 'n', '--from', '10.0.0.0/99'], /is no network/],
    [['reset-password', 'nobody@nowhere.example'], /^nobody@nowhere\.example is no member\./],
    [['approve-live', 'org_unknown'], /^There is no organization org_unknown\. /],
    [['make-operator', 'nobody@nowhere.example'], /^Say whose member it is with --organization/],
    [['make-operator', 'nobody@nowhere.example', '--organization', 'org_x'], /^nobody@nowhere\.example is no member\./],
    [['revoke-credential', 'ot_test_unknown'], /^There is no credential ot_test_unknown\./],
  ])('%j', async (args, line) => {
    const ended = await organizations(...args);
    expect(ended).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringMatching(line) });
  });

  test('an address that is a member already; of another organization it may be, and is then named with it', async () => {
    const first = word(await said('create', 'First', '--owner', 'twice@first.example'), /is (org_\w+)/);
    expect(await organizations('add-member', first, 'Twice@First.example', '--role', 'viewer')).toMatchObject({ exitCode: 1, stderr: 'Twice@First.example is a member already.\n' });
    const second = word(await said('create', 'Second', '--owner', 'Twice@First.example'), /is (org_\w+)/);
    expect(await organizations('reset-password', 'twice@first.example')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--organization') });
    expect(await said('reset-password', 'twice@first.example', '--organization', second)).toMatch(/has a new password/);
  }, patienceMs);
});
