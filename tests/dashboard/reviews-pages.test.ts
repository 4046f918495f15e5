/** What people decide about transfers, in a real browser: the queue, and two different members whose votes settle what no bank answered. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '#tests/support/dashboard.ts';
import { closePages, looksRight, openPages, openWindow, shoot, signInAs, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { confirmed, openPayer, pass, type Payer, statusOf, statusUntil } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let payer: Payer;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
  payer = await openPayer(app, 100_000);
});
afterAll(() => closePages(app, browser));

async function inReview(amount: number): Promise<string> {
  const { transactionId } = await confirmed(app, payer, { amount, headers: { 'x-scenario': 'stays_pending' } });
  await statusUntil(app, transactionId, { stage: 'confirming' });
  await pass(app, 23 * 3600);
  await statusUntil(app, transactionId, { stage: 'review' });
  return transactionId;
}

async function decide(page: Page, label: string, evidence: string): Promise<void> {
  await page.getByRole('button', { name: 'Decide', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Did this transfer arrive?' });
  await dialog.getByLabel(label).check();
  await dialog.getByLabel('Evidence').fill(evidence);
  await dialog.getByRole('button', { name: 'Give your vote' }).click();
}

test('two different members decide what no bank answered: the first vote moves nothing, the second settles it; then the rail contradicts them, and two say what it was', async () => {
  const transactionId = await inReview(1500);
  const first = await openWindow(browser, app);
  await signInAs(first.page, app, 'operations', '/test/reviews');
  await first.page.getByRole('table', { name: 'Transfers in review' }).getByRole('link', { name: '₦1,500.00' }).click();
  await decide(first.page, 'It failed', 'Not in the settlement report');
  await first.page.getByText('You said that it failed. A second member must say the same.').waitFor();
  expect(await first.page.getByRole('button', { name: 'Decide', exact: true }).count()).toBe(0);
  expect(await statusOf(app, transactionId)).toMatchObject({ stage: 'review' });

  const second = await openWindow(browser, app);
  await signInAs(second.page, app, 'compliance', `/test/transfers/${transactionId}`);
  await second.page.getByText('One member has voted.').waitFor();
  await second.page.getByText('Not in the settlement report').first().waitFor();
  await decide(second.page, 'It failed', 'The bank says so by letter');
  await second.page.getByText('Safe to pay again').waitFor();
  expect(await statusOf(app, transactionId)).toMatchObject({ status: 'FAILED' });

  await app.call('POST', `/sandbox/transfers/${transactionId}/settle`);
  await app.app.lanes.settle.run(app.tenantId, { environment: 'sandbox', transactionId, evidence: { from: 'settlement', verdict: 'success', responseCode: '00' } });
  for (const { page } of [first, second]) {
    await page.goto('/dashboard/test/reviews');
    await page.getByRole('table', { name: 'Open exceptions' }).getByRole('link', { name: '₦1,500.00' }).click();
    await page.getByRole('button', { name: 'Decide what it was' }).click();
    const dialog = page.getByRole('dialog', { name: 'What was it?' });
    await dialog.getByLabel('Yes, it is recovered').check();
    await dialog.getByLabel('Evidence').fill('Recalled by letter');
    await dialog.getByRole('button', { name: 'Give your vote' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await second.page.getByText('Exception resolved').waitFor();
  expect([...first.faults, ...second.faults]).toEqual([]);
  await first.context.close();
  await second.context.close();
});

test('who may not decide is refused by the service, and is offered nothing; a test transfer is not reached by the path of live', async () => {
  const transactionId = await inReview(700);
  const body = { verdict: 'success', evidence: 'None at all' };
  const vote = async (role: Parameters<typeof signedIn>[2], environment: string): Promise<unknown> =>
    (await (await signedIn(app, app, role)).browser.call('POST', `/environments/${environment}/transfer/${transactionId}/review-vote`, body, { requestid: `vote-${role}-${environment}` })).codes;
  expect(await vote('developer', 'test')).toEqual(['role_missing']);
  expect(await vote('viewer', 'test')).toEqual(['role_missing']);
  expect(await vote('owner', 'live')).toEqual(['transaction_not_found']);
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', `/test/transfers/${transactionId}`);
  await page.getByText('Two people decide; until then').waitFor();
  expect(await page.getByRole('button', { name: 'Decide', exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Transfer reviews' }).count()).toBe(0);
  await context.close();
});

test.each([[1440, 'light'], [390, 'dark']] as const)('the queue, empty and not, and the vote at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/live/reviews');
  await page.getByText('Nothing is in review').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto('/dashboard/test/reviews');
  await page.getByRole('table', { name: 'Transfers in review' }).getByRole('link', { name: '₦700.00' }).waitFor();
  await looksRight(page, `reviews-${width}-${scheme}`);
  await page.getByRole('link', { name: '₦700.00' }).click();
  await page.getByRole('button', { name: 'Decide', exact: true }).click();
  await page.getByRole('dialog', { name: 'Did this transfer arrive?' }).getByLabel('It arrived').check();
  await shoot(page, `review-vote-${width}-${scheme}`);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
