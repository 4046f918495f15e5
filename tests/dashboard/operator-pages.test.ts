/** The operator's console in a real browser: each page full, empty, failed and narrow, and an approval with its second factor. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { totpCode, totpStep } from '#src/lib/totp.ts';
import { transferQueue } from '#src/transfers/send.ts';
import { closeQueue } from '#src/work/due.ts';
import { confirmed, openPayer, pass } from '#tests/journeys/payer.ts';
import { addMember, becomeOperator, bytesOf, enrolFactor, password, signedIn } from '#tests/support/dashboard.ts';
import { closePages, looks, looksRight, openPages, openWindow, overflows, shoot, signInAs, signInWith, violations } from '#tests/support/pages.ts';
import type { TestApp, TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let tenant: TestTenant;
let email: string;
let own: string;
beforeAll(async () => {
  [app, browser] = await openPages();
  tenant = await app.addTenant();
  await addMember(app, tenant, 'owner');
  email = await addMember(app, app, 'viewer');
  await becomeOperator(app, email);
  // Somebody's transfer is late, and one of the operator's own; and somebody's account has limits of its own.
  const payer = await openPayer(tenant);
  for (const [whose, from] of [[tenant, payer], [app, await openPayer(app)]] as const) {
    const { transactionId } = await confirmed(whose, from, { headers: { 'x-scenario': 'stays_pending' } });
    if (whose === app) own = transactionId;
    await (await closeQueue(transferQueue(app.app.ctx, app.app.lanes), app.app.ctx.log).runOnce(app.db, whose.tenantId)).done;
    await pass(whose, 700);
  }
  await tenant.call('PUT', `/limits/account/${payer.accountNumber}`, { perTransfer: 2_000, perDay: null, perDayTransfers: 3, reason: 'Asked for by the customer' });
});
afterAll(() => closePages(app, browser));

const pages = [
  ['organizations', 'Organizations', 'Test organization'], ['service', 'Service', 'Over 10 minutes'], ['policies', 'Limits and charges', 'Asked for by the customer'], ['audit', 'All audit logs', 'Member signed in'],
] as const;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test.each(looks)('every page at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInWith(page, app, email, null);
  for (const [path, title, shown] of pages) {
    await page.goto(`/dashboard/operator/${path}`);
    await heading(page, title).waitFor();
    // Columns that a narrow page leaves out hold some of it.
    await page.getByText(shown).first().waitFor({ state: width === 390 ? 'attached' : 'visible' });
    await shoot(page, `operator-${path}-${width}-${scheme}`);
    expect(await violations(page), path).toEqual([]);
    expect(await overflows(page), path).toBe(false);
  }
  await page.goto(`/dashboard/operator/organizations/${tenant.organizationId}`);
  await page.getByRole('table', { name: 'People' }).waitFor();
  await looksRight(page, `operator-organization-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('a late transfer of one\'s own is a link; of another organization\'s it is said whose it is, and who they are is a link', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInWith(page, app, email, '/operator/service');
  const rows = page.getByRole('table', { name: 'Late transfers' }).getByRole('row');
  const others = rows.filter({ hasText: 'Its own people see it' });
  await others.getByRole('link', { name: 'Test organization' }).waitFor();
  expect(await others.getByRole('link').getAttribute('href')).toBe(`/dashboard/operator/organizations/${tenant.organizationId}`);
  await rows.getByRole('link', { name: `…${own.slice(-8)}` }).click();
  await page.getByText('Its result is not known, and it may still arrive.').waitFor();
  await context.close();
});

test('each page says what failed, and offers to try again', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInWith(page, app, email, null);
  await page.route('**/api/v1/operator/**', (route) => route.fulfill({ status: 404, contentType: 'application/json', body: JSON.stringify({ statusCode: '25', message: 'Nothing was found here.', data: {}, errors: [{ code: 'record_not_found', message: 'Nothing was found here.', field: null, fix: 'Check the path.', retryable: false, docUrl: '/docs' }] }) }));
  for (const [path, title] of pages) {
    await page.goto(`/dashboard/operator/${path}`);
    await heading(page, title).waitFor();
    await page.getByRole('alert').filter({ hasText: 'Nothing was found here.' }).first().waitFor();
    expect(await violations(page), path).toEqual([]);
  }
  await context.close();
});

test('what is not there is said: an organization of that name, an entry that fits', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInWith(page, app, email, '/operator/organizations');
  await heading(page, 'Organizations').waitFor();
  await page.getByLabel('Name or id').fill('nobody at all');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No organization is called that').waitFor();
  await page.goto('/dashboard/operator/audit?actor=nobody');
  await page.getByText('Nothing fits').waitFor();
  expect(await page.getByLabel('Who', { exact: true }).inputValue()).toBe('nobody');
  await context.close();
});

test('an organization is approved with a reason, a second factor and a fresh proof, and the approval withdrawn', async () => {
  const person = await signedIn(app, app, 'viewer');
  await becomeOperator(app, person.email);
  const secret = await enrolFactor(person);
  const code = async (): Promise<string> => {
    // As if they came back another day: each code is good once.
    await app.db.across('directory', (tx) => tx.execute(sql`update member set totp_last_step = 0 where member_id = ${person.memberId}`));
    return totpCode(bytesOf(secret), totpStep(new Date()));
  };
  const { page, context, faults } = await openWindow(browser, app);
  await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(`/operator/organizations/${tenant.organizationId}`)}`);
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code of your authenticator app').fill(await code());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Approve for live' }).click();
  await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '10 minutes' where member_id = ${person.memberId}`));
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence and agreement seen');
  await shoot(page, 'operator-approve');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByLabel('Code of your authenticator app').fill(await code());
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('table', { name: 'Approvals' }).getByText('Licence and agreement seen').waitFor();
  await page.getByRole('button', { name: 'Withdraw the approval' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence expired');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('table', { name: 'Approvals' }).getByText('Licence expired').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('the books are checked from the page, and zero differences are said', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInWith(page, app, email, '/operator/service');
  await page.getByRole('button', { name: 'Check the books' }).click();
  await page.getByText('Zero differences').waitFor();
  await context.close();
});

test('who is no operator sees no such pages', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/settings/audit');
  await heading(page, 'Audit log').waitFor();
  expect(await page.getByRole('group', { name: 'Operator' }).count()).toBe(0);
  await page.goto('/dashboard/operator/service');
  await page.getByRole('alert').filter({ hasText: 'The role may not do this.' }).first().waitFor();
  await context.close();
});
