/** Identity checks in a real browser: the list, one check, and the queue of those that people decide. */
import { Buffer } from 'node:buffer';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallBody } from '#src/customers/sample-customer.ts';
import { sql } from '#src/db/sql.ts';
import type { DocumentReader } from '#src/kyc/document-reader.ts';
import { closePages, counted, looks, looksRight, openPages, openWindow, shoot, signInAs } from '#tests/support/pages.ts';
import { signedIn } from '#tests/support/dashboard.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** As a card lies: 800 to 500. */
const card = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="teal"/><circle cx="60" cy="60" r="50" fill="gold"/></svg>').toString('base64');

/** The picture's width to its height, and whether its edges lie in the box when that is scrolled to its start, or to its end. */
async function reach(box: Locator, picture: Locator): Promise<Record<string, number | boolean>> {
  const edges = async (to: 0 | 1e6) => {
    await box.evaluate((element, at) => element.scrollTo(at, at), to);
    const [outer, inner] = [await box.boundingBox(), await picture.boundingBox()];
    if (outer === null || inner === null) throw new Error('Nothing is shown.');
    return { outer, inner };
  };
  const [start, end] = [await edges(0), await edges(1e6)];
  return {
    shape: Math.round(100 * start.inner.width / start.inner.height) / 100,
    left: start.inner.x >= start.outer.x - 1, top: start.inner.y >= start.outer.y - 1,
    right: end.inner.x + end.inner.width <= end.outer.x + end.outer.width + 1, bottom: end.inner.y + end.inner.height <= end.outer.y + end.outer.height + 1,
  };
}
let serial = 0;
/** Everything is too close to call, and nobody is like another. */
const documents: DocumentReader = {
  read: async () => {
    serial += 1;
    return {
      outcome: 'read', verdict: 'review', score: 0.44, engine: { faces: '1.7.15' },
      checks: [{ id: 'image_readable', status: 'pass' }, { id: 'number_printed', status: 'not_readable', hint: 'Hint.' }, { id: 'face_match', status: 'review', score: 44, hint: 'Hint.' }],
      likeness: { document: { face: new Float32Array(128).fill(serial), pictureHash: (BigInt(serial) * 0x9e3779b97f4a7c15n % 2n ** 64n).toString(16).padStart(16, '0') }, selfie: null },
    };
  },
  compareFaces: async () => ({ outcome: 'compared', verdict: 'review', distance: 0.55, score: 0.45, engine: {} }),
  close: async () => undefined,
};

let app: TestApp;
let browser: Browser;

async function grey(): Promise<string> {
  await app.call('POST', '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber: `B${10_000_000 + serial}`, selfieImage: pixel });
  const [newest] = await app.db.read(app.tenantId, (tx) => tx.rows<{ id: string }>(sql`select check_id as id from kyc_review where tenant_id = ${tx.tenantId} order by check_id desc limit 1`));
  return newest?.id ?? '';
}

let standing: string;
beforeAll(async () => {
  [app, browser] = await openPages({ documents });
  for (const bvn of [undefined, '00000000002', '00000000005']) await app.call('POST', '/customer/profile/individual', smallBody(bvn === undefined ? {} : { bvn }));
  standing = await grey();
});
afterAll(() => closePages(app, browser));

test.each(looks)('the pages at %i pixels, %s', async (width, scheme) => {
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', '/test/kyc');
  await page.getByRole('table', { name: 'Identity checks' }).getByText('Other name').waitFor();
  await looksRight(page, `kyc-${width}-${scheme}`);
  await page.goto(`/dashboard/test/kyc/checks/${standing}`);
  await page.getByText('Not readable').waitFor();
  await looksRight(page, `kyc-check-${width}-${scheme}`);
  await page.goto('/dashboard/test/identity-reviews');
  await page.getByRole('button', { name: 'Show the pictures' }).click();
  await page.getByRole('img', { name: 'Selfie' }).waitFor();
  await page.getByRole('button', { name: 'Document: larger' }).click();
  await page.getByRole('button', { name: 'Document: turn' }).click();
  await looksRight(page, `kyc-review-${width}-${scheme}`);
  expect(faults).toEqual([]);
  await context.close();
});

test('the list is filtered by what stands in the address', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'viewer', '/test/kyc?outcome=name_mismatch');
  await page.getByText('1 to 1 of 1').waitFor();
  await page.getByRole('table', { name: 'Identity checks' }).getByRole('link', { name: 'BVN' }).click();
  await page.getByText('Compare the spelling').waitFor();
  expect(await page.getByRole('link', { name: 'Identity reviews' }).count()).toBe(0);
  await context.close();
});

test('a check that failed is tried again on its page: what was refused stands at its field, and what passed is linked', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  const bvn = '22255500017';
  await app.call('POST', '/kyc/validate/bvn', { bvn, firstName: 'Tunde', lastName: 'Adeyemi', dob: '1990-01-15' }, { 'x-scenario': 'provider_down' });
  await signInAs(page, app, 'operations', '/test/kyc?outcome=provider_unavailable');
  // The newest stands first.
  await page.getByRole('table', { name: 'Identity checks' }).getByRole('link', { name: 'BVN' }).first().click();
  await page.getByRole('button', { name: 'Try the check again' }).click();
  const form = page.getByRole('dialog', { name: 'Try the check again' });
  for (const [label, text] of [['BVN', '22255500018'], ['First name', 'Tunde'], ['Last name', 'Adeyemi'], ['Date of birth', '1990-01-15']] as const) await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: 'Try again' }).click();
  await form.getByText('This is not the number of the check.').first().waitFor();
  await looksRight(page, 'kyc-retry-1440');
  await form.getByLabel('BVN').fill(bvn);
  await form.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('It passed this time').waitFor();
  expect(await page.getByRole('button', { name: 'Try the check again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'the list of checks' }).click();
  await page.getByRole('table', { name: 'Identity checks' }).getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: 'Check: BVN' }).waitFor();
  await page.getByText('Tried again').waitFor();
  expect(await page.getByRole('button', { name: 'Try the check again' }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('of a picture, turned and larger as often as can be, every part can be scrolled to', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await page.route(`**/kyc/reviews/${standing}/pictures`, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, pictures: [{ name: 'document', mediaType: 'image/svg+xml', base64: card }] } } });
  });
  await signInAs(page, app, 'owner', `/test/identity-reviews?check=${standing}`);
  await page.getByRole('button', { name: 'Show the pictures' }).click();
  const box = page.getByRole('region', { name: 'Document, scrolls' });
  const picture = box.getByRole('img', { name: 'Document' });
  for (const zoom of [1, 1.5, 2, 3, 4]) {
    for (const turn of [0, 90, 180, 270]) {
      // Seen from the box, in pixels: how far the picture reaches beyond it at the start, and at the end.
      await expect.poll(() => reach(box, picture), { message: `${zoom} times, turned by ${turn}` }).toEqual({ shape: turn % 180 === 0 ? 1.6 : 0.63, left: true, top: true, right: true, bottom: true });
      if (zoom === 4) await shoot(page, `kyc-picture-${turn}`);
      await page.getByRole('button', { name: 'Document: turn' }).click();
    }
    if (zoom < 4) await page.getByRole('button', { name: 'Document: larger' }).click();
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('a person goes through the queue by keyboard, accepts one and rejects one; each look is in the audit log', async () => {
  const second = await grey();
  const { page, context } = await openWindow(browser, app);
  const email = await signInAs(page, app, 'compliance', '/test/identity-reviews');
  const queue = page.getByRole('navigation', { name: 'Checks that wait' });
  await counted(queue.getByRole('button'), 2);
  await page.keyboard.press('j');
  await page.waitForURL(new RegExp(second));
  await page.getByRole('button', { name: 'Show the pictures' }).click();
  await page.getByRole('img', { name: 'Document' }).waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByLabel('Reason').fill('The same person, seen twice');
  const shown = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  await page.route('**/environments/test/kyc/reviews', async (route) => {
    read.resolve();
    await shown.promise;
    await route.continue();
  }, { times: 1 });
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await read.promise;
  // The vote is given, the queue not yet read anew: a key turns the vote into no other.
  await page.keyboard.press('r');
  expect(await page.getByRole('dialog', { name: 'Accept this check?' }).count()).toBe(1);
  shown.resolve();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await counted(queue.getByRole('button'), 1);
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Reason').fill('Another person by far');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Nothing waits for you').waitFor();
  const done = await app.db.across('audit', (tx) => tx.rows<{ action: string; subject: string }>(sql`
    select a.action, a.subject from audit_entry a join member m on m.member_id = a.actor where m.email = ${email} and a.action like 'kyc.%' order by a.audit_id`));
  expect(done).toEqual([{ action: 'kyc.pictures_read', subject: second }, { action: 'kyc.review_vote', subject: second }, { action: 'kyc.review_vote', subject: standing }]);
  expect((await app.call('GET', `/kyc/checks/${second}`)).data).toMatchObject({ review: { status: 'passed' } });
  await context.close();
});

test('pictures are shown to those who decide, never cached, and not through the other environment', async () => {
  const third = await grey();
  const viewer = await signedIn(app, app, 'viewer');
  const path = (environment: string): string => `/environments/${environment}/kyc/reviews/${third}/pictures`;
  expect((await viewer.browser.call('GET', path('test'))).codes).toEqual(['role_missing']);
  const owner = await signedIn(app, app, 'owner');
  expect((await owner.browser.call('GET', path('live'))).codes).toEqual(['record_not_found']);
  const seen = await owner.browser.call('GET', path('test'));
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(seen.data['pictures']).toMatchObject([{ name: 'document', mediaType: 'image/png', base64: expect.stringMatching(/^iVBORw0KGgo/) }, { name: 'selfie' }]);
  const other = await signedIn(app, await app.addTenant(), 'owner');
  expect((await other.browser.call('GET', path('test'))).codes).toEqual(['record_not_found']);
});
