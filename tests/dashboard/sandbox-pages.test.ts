/** The sandbox's tools and the guided first transfer in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityScenarios, transferScenarios } from '../../dashboard/src/pages/sandbox/scenarios.ts';
import { sql } from '#src/db/sql.ts';
import { registryScenarios, scenarioOfDocument, scenarioOfNumber } from '#src/sandbox/registry-simulator/scenarios.ts';
import { transferScenarioNames, transferScenarios as known } from '#src/transfers/rails/scenario-names.ts';
import { password } from '#tests/support/dashboard.ts';
import { closePages, looks, openFailing, openPages, openWindow, overflows, shoot, signInAs, soon, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await openPages({ worker: true });
});
afterAll(() => closePages(app, browser));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a first transfer is made step by step, left, taken up again by its address, and settles', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await page.clock.install();
  await signInAs(page, app, 'developer', '/test/first-transfer');
  await page.getByRole('heading', { name: 'Make your first transfer' }).waitFor();
  await shoot(page, 'first-transfer-begin');
  expect(await violations(page)).toEqual([]);
  expect(await page.getByRole('region', { name: 'the call of step 1' }).innerText()).toContain('"$API/customer/profile/individual"');
  await press(page, 'Open the customer');
  await press(page, 'Generate the account');
  await press(page, 'Credit ₦20,000.00');
  await page.getByText('Available now:').waitFor();
  await press(page, 'Enquire the name');
  await press(page, 'Initiate it');
  await page.waitForURL(/transaction=txn_/);
  await page.getByRole('button', { name: 'Confirm with the code' }).waitFor();
  await shoot(page, 'first-transfer-code');
  expect(await violations(page)).toEqual([]);
  // Another window, later: the address knows the way.
  await page.goto('about:blank');
  await page.goBack();
  await soon(page, page.getByText(/The code is \d{6}/).waitFor());
  await press(page, 'Confirm with the code');
  await soon(page, page.getByText('₦1,250.50 arrived').waitFor());
  await shoot(page, 'first-transfer-done');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
  expect(await app.books()).toEqual([]);
});

/** A transfer of a new customer that waits for its code; its beneficiary's account picks what happens. */
async function initiated(beneficiaryAccountNumber: string): Promise<{ accountNumber: string; transactionId: string; otpReferenceId: string }> {
  const bvn = `2${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`;
  const customer = await app.call('POST', '/customer/profile/individual', { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1990-01-15', phone: '08031234567', bvn });
  const customerId = String(customer.data['customerId']);
  const account = await app.call('POST', '/account/bank/create/personal', { customerId });
  const accountNumber = String(account.data['accountNumber']);
  await app.call('POST', '/sandbox/credit', { accountNumber, amount: 5_000 });
  const enquiry = await app.call('POST', '/transfer/name-enquiry', { accountNumber: beneficiaryAccountNumber, bankCode: '058' });
  const sent = await app.call('POST', '/transfer/customer/initiate', {
    nameEnquirySessionId: enquiry.data['sessionId'], customerId, sourceAccountName: 'Ada Obi', sourceAccountNumber: accountNumber, beneficiaryAccountName: enquiry.data['accountName'],
    beneficiaryAccountNumber, beneficiaryBankCode: '058', amount: 1_000, narration: 'Rent',
  });
  expect(sent.status, sent.text).toBe(200);
  return { accountNumber, transactionId: String(sent.data['transactionId']), otpReferenceId: String(sent.data['otpReferenceId']) };
}

test('the inbox shows the code, an account is credited, a pending transfer is settled and given back, and the clock moves', async () => {
  const { accountNumber, transactionId, otpReferenceId } = await initiated('0000000019');
  const { page, context, faults } = await openWindow(browser, app);
  await page.clock.install();
  await signInAs(page, app, 'developer', `/test/sandbox?account=${accountNumber}`);
  const code = (await soon(page, page.getByRole('table', { name: 'Messages' }).locator('code').first().innerText())).trim();
  expect(code).toMatch(/^\d{6}$/);
  const confirmed = await app.call('POST', '/transfer/validate', { transactionId, otpReferenceId, otp: code });
  expect(confirmed.status, confirmed.text).toBe(200);

  await page.getByRole('tab', { name: 'Credit' }).click();
  await page.getByLabel('Account').first().fill(accountNumber);
  await press(page, 'Credit the account');
  await page.getByText(`₦20,000.00 arrived on ${accountNumber}`).waitFor();

  await page.getByRole('tab', { name: 'Transfer outcomes' }).click();
  await press(page, 'Settle');
  await soon(page, page.getByRole('button', { name: 'Settle', exact: true }).waitFor({ state: 'detached' }));
  await page.getByText('Successful', { exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: '₦1,000.00' });
  await row.getByRole('button', { name: 'Give back' }).click();
  await soon(page, row.waitFor({ state: 'detached' }));
  await shoot(page, 'outcomes');

  await page.getByRole('tab', { name: 'Clock' }).click();
  await press(page, 'Move the clock');
  await press(page, 'Move it');
  await page.getByText(/It is now/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test('a reset asks for the word, and for a fresh proof; afterwards the pages show the fresh sandbox, and the credential works on', async () => {
  const { accountNumber } = await initiated('0123456789');
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/test/sandbox');
  await page.getByRole('table', { name: 'Messages' }).getByText(accountNumber).first().waitFor();
  await page.getByRole('tab', { name: 'Reset' }).click();
  await press(page, 'Reset the sandbox');
  const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' });
  const confirm = dialog.getByRole('button', { name: 'Reset it' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type the word reset').fill('reset');
  await shoot(page, 'reset-asked');
  expect(await violations(page)).toEqual([]);
  await app.db.across('directory', (tx) => tx.execute(sql`update member_session set proved_at = now() - interval '6 minutes'`));
  await confirm.click();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('This is a fresh sandbox').waitFor();
  await shoot(page, 'reset-done');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Message inbox' }).click();
  await page.getByText('No message yet').waitFor();
  expect((await app.call('GET', `/account/${accountNumber}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await context.close();
});

test('who may not reset the sandbox is told who may', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'operations', '/test/sandbox?tool=reset');
  await page.getByText('An owner, an admin or a developer can reset it.').waitFor();
  expect(await page.getByRole('button', { name: 'Reset the sandbox' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test.each(looks)('the tools at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'developer', null);
  for (const [name, path] of [['messages', '/sandbox'], ['credit', '/sandbox?tool=credit'], ['outcomes', '/sandbox?tool=outcomes'], ['scenarios', '/sandbox?tool=scenarios'], ['clock', '/sandbox?tool=clock'], ['reset', '/sandbox?tool=reset'], ['first-transfer', '/first-transfer']] as const) {
    await page.goto(`/dashboard/test${path}`);
    await page.locator('.card').first().waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await shoot(page, `${name}-${width}-${scheme}`);
    expect(await violations(page), name).toEqual([]);
    expect(await overflows(page), name).toBe(false);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('in live there is nothing to simulate, and what cannot be read says so', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', '/live/sandbox');
  await page.getByText('There is no such page in live').waitFor();
  await openFailing(page, '/test/sandbox', '**/sandbox/messages**');
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test('the scenarios on the page are those of the program, and their numbers pick them', () => {
  expect(transferScenarios.map(({ name }) => name).toSorted()).toEqual(Object.keys(known).toSorted());
  for (const { name, transfer } of transferScenarios) expect(transfer === null || transfer === undefined ? undefined : transferScenarioNames[Number(transfer.at(-1))], name).toBe(transfer === null ? undefined : name);
  expect(identityScenarios.map(({ name }) => name).toSorted()).toEqual(Object.keys(registryScenarios).toSorted());
  for (const { name, identity, document } of identityScenarios) {
    if (identity !== undefined && identity !== null) expect(scenarioOfNumber(identity)).toBe(name);
    if (document !== undefined && document !== null) expect(scenarioOfDocument(document)).toBe(name);
  }
});
