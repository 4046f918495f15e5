/** Customers in a real browser: the list and its filters, a profile and what is done to it, a company's people, and opening both in the sandbox. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody, freshNumber, fullBody, sampleDirector } from '#src/customers/sample-customer.ts';
import { sql } from '#src/db/sql.ts';
import { closePages, looks, looksRight, openFailing, openPages, openWindow, shoot, signInAs } from '#tests/support/pages.ts';
import type { TestApp, TestTenant } from '#tests/support/test-app.ts';

let app: TestApp;
let browser: Browser;
let person: string;
let company: string;
const bvn = freshNumber();

async function opened(path: string, body: Record<string, unknown>): Promise<string> {
  const { data, text } = await app.call('POST', path, body);
  expect(data['customerId'], text).toMatch(/^\d{10}$/);
  return String(data['customerId']);
}

beforeAll(async () => {
  [app, browser] = await openPages();
  person = await opened('/customer/profile/individual', fullBody({ bvn }));
  company = await opened('/customer/profile/business', companyBody({ directors: [sampleDirector(), sampleDirector({ firstName: 'Ngozi', lastName: 'Okafor', idDocumentType: 'IP', idDocumentNumber: 'A01234567' })] }));
  expect((await app.call('POST', '/account/bank/create/personal', { customerId: person, type: 'savings' })).status).toBe(200);
  await app.call('POST', `/customer/kyc/${person}`, { nin: '00000000002' });
});
afterAll(() => closePages(app, browser));

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();

test.each(looks)('the pages at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/customers');
  await page.getByRole('link', { name: 'Tunde Chukwuma Adeyemi' }).waitFor();
  await looksRight(page, `customers-${width}-${scheme}`);
  await page.goto(`/dashboard/test/customers/${person}`);
  await page.getByText('Tried last, and not passed').waitFor();
  await looksRight(page, `customer-${width}-${scheme}`);
  for (const [tab, table] of [['accounts', 'Accounts'], ['checks', 'Identity checks']] as const) {
    await page.goto(`/dashboard/test/customers/${person}?tab=${tab}`);
    await page.getByRole('table', { name: table }).waitFor();
    await looksRight(page, `customer-${tab}-${width}-${scheme}`);
  }
  await page.goto(`/dashboard/test/customers/${person}?tab=limits`);
  await page.getByText('In one transfer', { exact: true }).waitFor();
  await looksRight(page, `customer-limits-${width}-${scheme}`);
  await page.goto(`/dashboard/test/customers/${company}?tab=people`);
  await page.getByRole('table', { name: 'Directors' }).getByText('Ngozi Okafor').waitFor();
  await looksRight(page, `company-people-${width}-${scheme}`);
  await page.goto('/dashboard/test/customers/new?kind=BUSINESS');
  await page.getByLabel('Name as registered').waitFor();
  await looksRight(page, `customer-new-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('customers are found by name, phone and BVN, and a BVN never stands in an address', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', '/test/customers');
  const search = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Search' }).fill(text);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
  };
  await search('specim');
  await page.getByText('1 to 1 of 1').waitFor();
  expect(page.url()).toContain('q=specim');
  await search('08031112233');
  await page.getByRole('link', { name: 'Specimen Trading Limited' }).waitFor();
  await search('99999999999');
  await page.getByText('No customer has this BVN or NIN').waitFor();
  expect(page.url()).not.toContain('99999999999');
  await search(bvn);
  await heading(page, 'Tunde Chukwuma Adeyemi');
  expect(page.url()).toContain(person);
  expect(page.url()).not.toContain(bvn);
  // A viewer reads, and changes nothing.
  for (const name of ['Disable', 'More', 'Show numbers', 'Change']) expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('numbers are shown when they are asked for, and the look stands in the audit log', async () => {
  const { page, context } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'compliance', `/test/customers/${person}`);
  await heading(page, 'Tunde Chukwuma Adeyemi');
  expect(await page.getByText(bvn).count()).toBe(0);
  await page.getByRole('button', { name: 'Show numbers' }).click();
  await page.getByText(bvn).waitFor();
  await page.getByRole('button', { name: 'Hide numbers' }).click();
  await page.getByText(bvn).waitFor({ state: 'detached' });
  const looks = await app.db.across('audit', (tx) => tx.rows(sql`select a.subject from audit_entry a join member m on m.member_id = a.actor where m.email = ${email} and a.action = 'customer.pii_read'`));
  expect(looks).toEqual([{ subject: person }]);
  await context.close();
});

test('a customer is disabled with a reason, which the history shows, and enabled again', async () => {
  const { page, context } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'owner', `/test/customers/${person}`);
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for it by phone');
  await looksRight(page, 'customer-disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  // Its own button names the next act already, for the moment in which it goes.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.getByRole('row', { name: /Asked for it by phone/ });
  await row.getByText(email).waitFor();
  await looksRight(page, 'customer-history');
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for it again');
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('row', { name: /Asked for it again/ }).waitFor();
  await context.close();
});

test('contact and own limits are changed where they are read', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'operations', `/test/customers/${company}`);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').getByLabel('E-mail').fill('till@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('till@example.com').waitFor();
  await page.getByRole('tab', { name: 'Limits' }).click();
  await page.getByRole('button', { name: 'Set own limits' }).click();
  await page.getByRole('dialog').getByLabel('In a day', { exact: true }).fill('12000');
  await page.getByRole('dialog').getByLabel('Reason').fill('Asked for a lower one');
  await page.getByRole('dialog').getByRole('button', { name: 'Set limits' }).click();
  await page.getByText('₦12,000.00 left of ₦12,000.00').waitFor();
  await context.close();
});

test('a person is removed from a company with a reason, and another one added', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', `/test/customers/${company}?tab=people`);
  await page.getByRole('button', { name: 'Remove Ngozi Okafor' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Resigned in June');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('table', { name: 'Former people' }).getByText('Resigned in June').waitFor();
  await page.getByRole('button', { name: 'Add a shareholder' }).click();
  const dialog = page.getByRole('dialog');
  const fill = async (bvnTyped: string): Promise<void> => {
    for (const [label, text] of [['First name', 'Halima'], ['Last name', 'Bello'], ['Date of birth', '1985-05-20'], ['BVN', bvnTyped], ['Share in percent', '100']] as const) await dialog.getByLabel(label).fill(text);
  };
  await fill('00000000002');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('alert').getByText('name_mismatch').waitFor();
  await fill(freshNumber());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('table', { name: 'Shareholders' }).getByText('Halima Bello').waitFor();
  await page.getByText('Tier 2').waitFor();
  await context.close();
});

test('a new customer is opened in the sandbox, and what is wrong is said at its field', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/test/customers/new');
  for (const [label, text] of [['First name', 'Amina'], ['Last name', 'Yusuf'], ['Date of birth', '1991-02-03'], ['BVN', freshNumber()], ['Phone', '12']] as const) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Open the profile' }).click();
  await page.getByRole('alert').waitFor();
  await shoot(page, 'customer-new-refused');
  expect(await page.getByRole('textbox', { name: 'Phone' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('textbox', { name: 'Phone' }).fill('08039990001');
  await page.getByRole('button', { name: 'Open the profile' }).click();
  await heading(page, 'Amina Yusuf');
  await context.close();
});

test('an export is downloaded, and an erasure is refused, then done for good', async () => {
  const customerId = await opened('/customer/profile/individual', fullBody({ bvn: freshNumber(), firstName: 'Kemi' }));
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', `/test/customers/${customerId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Export everything' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe(`customer-${customerId}.json`);
  const erase = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Asked for it in writing');
    expect(await page.getByRole('button', { name: 'Erase for good' }).isDisabled()).toBe(true);
    await page.getByRole('dialog').getByLabel(/Type the customer/).fill(customerId);
    await page.getByRole('button', { name: 'Erase for good' }).click();
  };
  await erase();
  await page.getByRole('dialog').getByText('erasure_refused').waitFor();
  await looksRight(page, 'customer-erase-refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it' }).click();
  expect((await app.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Asked for it in writing' })).status).toBe(200);
  await page.reload();
  await erase();
  await heading(page, 'Erased customer');
  await looksRight(page, 'customer-erased');
  await context.close();
});

test('an organization without customers is told how the first one comes, and a list that fails says so', async () => {
  const tenant: TestTenant = await app.addTenant();
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, { ...app, ...tenant }, 'owner', '/test/customers');
  await page.getByText('No customers yet').waitFor();
  await looksRight(page, 'customers-empty');
  await openFailing(page, '/test/customers', '**/customer/profiles?**', 500);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await looksRight(page, 'customers-failed');
  await context.close();
});
