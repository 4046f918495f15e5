/** What a press does in a real browser: once what is pressed twice, once what is pressed again after a lost answer, and nothing that was left. */
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { openPayer } from '#tests/journeys/payer.ts';
import { bytesOf, password } from '#tests/support/dashboard.ts';
import { closePages, looksRight, openPages, openWindow, signInAs } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages();
});
afterAll(() => closePages(app, browser));

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Both before the page has drawn anything anew, which is when the second press of a double click may come. */
async function pressTwice(page: Page, button: Locator): Promise<void> {
  await button.focus();
  await page.evaluate('(() => { document.activeElement.click(); document.activeElement.click(); })()');
}

/** The calls of a page that change something, as `POST /credentials/test`. */
function changes(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/dashboard/api/')) made.push(`${request.method()} ${new URL(request.url()).pathname.replace(app.app.dashboard.prefix, '')}`);
  });
  return made;
}

/** As if the proof of signing in were long ago. */
const ageProof = (email: string): Promise<unknown> =>
  app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '10 minutes' where member_id = (select member_id from member where email = ${email})`));

test('a form that is sent by a double click makes one organization, and shows its secret', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const made = changes(page);
  await page.goto('/dashboard/sign-up');
  await page.getByLabel('Organization').fill('Zaria Pay');
  await page.getByLabel('Your name').fill('Chika Obi');
  await page.getByLabel('E-mail address').fill('chika@zaria.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await pressTwice(page, page.getByRole('button', { name: 'Create the organization' }));
  await page.getByRole('heading', { name: 'Zaria Pay is ready' }).waitFor();
  await page.locator('code').filter({ hasText: /^sk_test_/ }).first().waitFor();
  expect(made).toEqual(['POST /sign-up']);
  expect(faults).toEqual([]);
  await context.close();
});

test('what is shown once is shown after a double click: the secret of one credential, and the recovery codes', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const made = changes(page);
  await signInAs(page, app, 'owner', '/settings/credentials');
  await page.getByRole('button', { name: 'Create a credential' }).click();
  const form = dialog(page, 'Create a test credential');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Pressed twice');
  await pressTwice(page, form.getByRole('button', { name: 'Create', exact: true }));
  await dialog(page, 'The credential is made').locator('code').filter({ hasText: /^sk_test_/ }).waitFor();
  expect(made.splice(0)).toEqual(['POST /credentials/test']);
  await page.goto('/dashboard/settings/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const secret = bytesOf(((await page.locator('code').filter({ hasText: /^[A-Z2-7]{4} / }).first().textContent()) ?? '').replaceAll(' ', ''));
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, totpStep(new Date())));
  await pressTwice(page, page.getByRole('button', { name: 'Turn it on' }));
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(made).toEqual(['POST /second-factor/totp', 'POST /second-factor/totp/confirm']);
  expect(faults).toEqual([]);
  await context.close();
});

test('pressing again after a lost answer, while the first try runs and when too much was asked, asks for the same thing: the money comes once', async () => {
  const { page, context } = await openWindow(browser, app);
  const { accountNumber } = await openPayer(app, 100);
  await signInAs(page, app, 'owner', `/test/sandbox?tool=credit&account=${accountNumber}`);
  const asked: string[] = [];
  const refuse = (status: number, code: string, message: string) => (route: Route): Promise<void> =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ statusCode: '26', message, data: {}, errors: [{ code, message, field: null, fix: 'Wait.', retryable: true, docUrl: '/docs' }] }) });
  const answers: ((route: Route) => Promise<void>)[] = [
    async (route) => {
      // The service does it, and nobody hears of it.
      expect((await route.fetch()).status()).toBe(200);
      await route.abort();
    },
    refuse(409, 'request_in_progress', 'A request with this requestId is still running.'),
    refuse(429, 'rate_limited', 'Too many requests.'),
    (route) => route.continue(),
  ];
  await page.route('**/environments/test/sandbox/credit', async (route) => {
    asked.push(route.request().headers()['requestid'] ?? '');
    await answers.shift()?.(route);
  });
  const send = page.getByRole('button', { name: 'Credit the account' });
  for (const says of ['The service could not be reached.', 'A request with this requestId is still running.', 'Too many requests.']) {
    await send.click();
    await page.getByRole('alert', { name: says }).waitFor();
  }
  await send.click();
  await page.getByText(`arrived on ${accountNumber}`).waitFor();
  expect([asked.length, new Set(asked).size]).toEqual([4, 1]);
  const { data } = await app.call('GET', `/account/${accountNumber}`);
  expect(data).toMatchObject({ balances: { ledger: 20_100 } });
  await context.close();
});

test('Escape in the proof leaves the form beneath as it was filled in, and leaving the proof is no error', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'owner', '/settings/credentials');
  await page.getByRole('button', { name: 'Create a credential' }).click();
  const form = dialog(page, 'Create a test credential');
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Filled in');
  await ageProof(email);
  const proof = dialog(page, 'Prove it is you');
  const leaving: readonly (() => Promise<void>)[] = [() => page.keyboard.press('Escape'), () => proof.getByRole('button', { name: 'Leave it' }).click()];
  for (const leave of leaving) {
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await proof.getByLabel('Your password').waitFor();
    await leave();
    await proof.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Create', exact: true }).and(page.locator(':enabled')).waitFor();
    expect([await name.inputValue(), await form.getByRole('alert').count()]).toEqual(['Filled in', 0]);
  }
  await looksRight(page, 'proof-left');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await proof.getByLabel('Your password').fill(password);
  await proof.getByRole('button', { name: 'Go on' }).click();
  await dialog(page, 'The credential is made').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('a form with nothing under way is closed by Escape', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/credentials');
  await page.getByRole('button', { name: 'Create a credential' }).click();
  await dialog(page, 'Create a test credential').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page, 'Create a test credential').waitFor({ state: 'detached' });
  await context.close();
});
