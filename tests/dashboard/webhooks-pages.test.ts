/** Webhooks and events in a real browser: adding one, testing it, what came back, the check, the doctor, and the log of events. */
import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Receiver, startReceiver } from '#src/webhooks/local-receiver.ts';
import { looks, looksRight, openChromium, openFailing, openWindow, overflows, shoot, signInAs, soon, startPagesApp, violations } from '#tests/support/pages.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { succeed } from '#tests/journeys/payer.ts';

let app: TestApp;
let browser: Browser;
let receiver: Receiver;
/** What the receiver answers. */
let status = 200;
beforeAll(async () => {
  [app, browser, receiver] = await Promise.all([startPagesApp({ worker: true }), openChromium(), startReceiver((response) => void response.writeHead(status).end())]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await receiver.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });

test('a webhook is added, shows its secret once, is tested with data of one\'s own, and a failed delivery is sent again', async () => {
  const { page, context, faults } = await openWindow(browser, app);
  await page.clock.install();
  await signInAs(page, app, 'developer', '/test/webhooks');
  await page.getByText('No webhook yet').waitFor();
  await shoot(page, 'webhooks-empty');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  await page.getByRole('alert').waitFor();
  await shoot(page, 'webhooks-add-refused');
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('textbox', { name: 'Note' }).fill('Ledger of the shop');
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  await page.getByRole('region', { name: 'the secret' }).waitFor();
  const secret = await page.getByRole('region', { name: 'the secret' }).innerText();
  expect(secret).toMatch(/^whsec_/);
  await shoot(page, 'webhooks-secret');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('link', { name: receiver.url }).click();
  await heading(page, 'Webhook').waitFor();
  await page.getByText('Nothing was sent yet').waitFor();
  await page.getByRole('tab', { name: 'Test event' }).click();
  await page.getByRole('textbox', { name: 'data' }).fill('{"message": ');
  await page.getByText('This is no JSON object.').waitFor();
  await page.getByRole('textbox', { name: 'data' }).fill('{"message":"from the page"}');
  const seen = receiver.received.length;
  await page.getByRole('button', { name: 'Send it' }).click();
  await receiver.until(seen + 1);
  const got = receiver.received.at(-1);
  const body = got?.body ?? '';
  expect(JSON.parse(body)).toMatchObject({ event: 'webhook.test', data: { message: 'from the page' }, test: true });
  expect(got?.headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  await soon(page, page.getByText(/HTTP 200/).waitFor());
  await shoot(page, 'webhook-test-event');
  expect(await violations(page)).toEqual([]);

  status = 500;
  await page.getByRole('button', { name: 'Send it' }).click();
  await soon(page, page.getByText(/HTTP 500/).waitFor());
  status = 200;
  await page.getByRole('link', { name: 'See the delivery' }).click();
  await heading(page, 'Delivery of webhook.test').waitFor();
  await page.getByRole('region', { name: 'the body' }).getByText('from the page').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await soon(page, page.getByRole('table', { name: 'Attempts' }).getByText('HTTP 200').waitFor());
  await shoot(page, 'delivery');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

async function addedWebhook(): Promise<string> {
  const { data } = await app.call('POST', '/webhooks', { url: receiver.url, events: ['account.created', 'customer.*'] });
  return String(data['id']);
}

test('a webhook is paused and resumed, edited, given another secret, replayed and deleted', async () => {
  const id = await addedWebhook();
  const { page, context, faults } = await openWindow(browser, app);
  await page.clock.install();
  await signInAs(page, app, 'owner', `/test/webhooks/${id}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Bookkeeping');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Bookkeeping').waitFor();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replace the secret' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByText('Both secrets sign for 24 hours.').waitFor();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText('New secret alone from').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Let the new secret sign alone' }).click();
  await page.getByRole('button', { name: 'End the old secret' }).click();
  await page.getByText('New secret alone from').waitFor({ state: 'detached' });

  const seen = receiver.received.length;
  await app.call('POST', `/webhooks/${id}/test`, {});
  await receiver.until(seen + 1);
  await soon(page, page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').waitFor());
  await page.getByRole('button', { name: 'Send many again' }).click();
  await page.getByLabel('Deliveries that').selectOption('any');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 event is sent again').waitFor();
  await shoot(page, 'webhook-replay');
  await receiver.until(seen + 2);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await heading(page, 'Webhooks').waitFor();
  expect((await app.call('GET', `/webhooks/${id}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await context.close();
});

test('a delivery that is sent again while its webhook waits says when it goes, and counts its attempts anew', async () => {
  const id = await addedWebhook();
  status = 500;
  for (let time = 1; time <= 10; time += 1) await succeed(app.call('POST', `/webhooks/${id}/test`, {}));
  await expect.poll(async () => (await app.call('GET', `/webhooks/${id}`)).data, { timeout: 60_000 }).toMatchObject({ health: { state: 'open', waitsUntil: expect.any(String) } });
  const { json } = await app.call('GET', `/webhooks/${id}/deliveries?pageSize=100`);
  const tried = z.object({ data: z.array(z.object({ deliveryId: z.string(), attempts: z.int() })) }).parse(json).data.find(({ attempts }) => attempts > 0);
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', `/test/webhooks/deliveries/${tried?.deliveryId ?? ''}`);
  await page.getByRole('alert', { name: 'It waits' }).getByText(/^It is sent on .* at the earliest\. Ten failures in a row/).waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('It will be sent again').waitFor();
  await page.getByText(/^\d+ since it was sent again, \d+ in all$/).waitFor();
  await looksRight(page, 'delivery-waits');
  expect(faults).toEqual([]);
  await context.close();
  status = 200;
  await succeed(app.call('DELETE', `/webhooks/${id}`));
});

test('the go-live check judges the receiver, and the doctor names a mistake', async () => {
  const id = await addedWebhook();
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', `/test/webhooks/${id}?tab=go-live`);
  await page.getByText('Not checked yet').waitFor();
  await page.getByRole('button', { name: 'Check the receiver' }).click();
  // It takes whatever comes, forged or not.
  await page.getByText('Genuine events do not arrive, or forged ones are taken.').waitFor();
  await page.getByRole('table', { name: 'Cases of the check' }).getByText('Wrongly signed').waitFor();
  await shoot(page, 'go-live');
  expect(await violations(page)).toEqual([]);

  await page.goto('/dashboard/test/webhooks/signature-doctor');
  const secret = 'a secret of sixteen and more'.replaceAll(' ', '-');
  const sign = (body: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  await page.getByRole('textbox', { name: 'Body' }).fill('{"a":1}');
  await page.getByRole('textbox', { name: 'Headers' }).fill(`X-Service-Signature: ${sign('{"a": 1}')}`);
  await page.getByLabel('Secret of your receiver').fill(secret);
  await page.getByRole('button', { name: 'Find the mistake' }).click();
  await page.getByText('A receiver that follows the guide refuses this').waitFor();
  await shoot(page, 'doctor-refused');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Headers' }).fill(`X-Service-Signature: ${sign('{"a":1}')}`);
  await page.getByRole('button', { name: 'Find the mistake' }).click();
  await page.getByText('The signature is good').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('events are found by kind and day, and one is shown with what was sent of it', async () => {
  await addedWebhook();
  await app.call('POST', '/account/collection', { name: 'Specimen Collections', phone: '08039876543' });
  const { page, context, faults } = await openWindow(browser, app);
  await signInAs(page, app, 'developer', '/test/events?kinds=account.created');
  const table = page.getByRole('table', { name: 'Events' });
  await table.getByRole('link', { name: 'account.created' }).first().waitFor();
  expect(new Set(await table.getByRole('link').allInnerTexts())).toEqual(new Set(['account.created']));
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('No such event').waitFor();
  await page.goBack();
  await page.goto('/dashboard/test/events?kinds=account.created');
  await table.getByRole('link', { name: 'account.created' }).first().click();
  await heading(page, 'account.created').waitFor();
  await page.getByRole('region', { name: 'the event' }).getByText(/SPECIMEN|Specimen/).waitFor();
  await page.getByRole('table', { name: 'Deliveries of this event' }).getByText(receiver.url).first().waitFor();
  await shoot(page, 'event');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test.each(looks)('the pages at %i pixels, %s', async (width, scheme) => {
  const id = await addedWebhook();
  await app.call('POST', `/webhooks/${id}/test`, { event: 'payment.success' });
  const { page, context, faults } = await openWindow(browser, app, { width, scheme });
  await signInAs(page, app, 'owner', null);
  const looks = [
    ['webhooks', '/webhooks', () => page.getByRole('table', { name: 'Webhooks' }).getByText('Active').first()],
    ['webhooks-add', '/webhooks?add=true', () => page.getByRole('button', { name: 'Add the webhook' })],
    ['webhook', `/webhooks/${id}`, () => page.getByRole('table', { name: 'Deliveries' }).getByText('webhook.test').or(page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered')).first()],
    ['test-event', `/webhooks/${id}?tab=test`, () => page.getByRole('button', { name: 'Send it' })],
    ['doctor', '/webhooks/signature-doctor', () => page.getByRole('button', { name: 'Find the mistake' })],
    ['events', '/events', () => page.getByRole('table', { name: 'Events' }).getByRole('link').first()],
  ] as const;
  for (const [name, path, ready] of looks) {
    await page.goto(`/dashboard/test${path}`);
    await ready().waitFor();
    await shoot(page, `${name}-${width}-${scheme}`);
    expect(await violations(page), name).toEqual([]);
    expect(await overflows(page), name).toBe(false);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('what cannot be read says so, and can be tried again', async () => {
  const { page, context } = await openWindow(browser, app);
  await signInAs(page, app, 'owner', null);
  for (const [path, pattern] of [['/webhooks', '**/environments/test/webhooks'], ['/events', '**/environments/test/event-log**']] as const) {
    await openFailing(page, `/test${path}`, pattern);
    expect(await violations(page)).toEqual([]);
    await page.unroute(pattern);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').first().waitFor();
  }
  await context.close();
});
