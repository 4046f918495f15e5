import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { recordAudits } from '#src/organizations/audit.ts';
import { type Person, signedIn } from '#tests/support/dashboard.ts';
import { type Answered, startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  owner = await signedIn(app, app, 'owner');
  await app.db.write(app.tenantId, (tx) => recordAudits(tx, app.app.ctx.ids, Array.from({ length: 1_203 }, (_, index) => ({
    actor: `crd_${index % 3}`, action: index % 2 === 0 ? 'customer.pii_read' : 'customer.updated', subject: `customer${index % 5}`, details: { note: '=1+1, "quoted"', index },
  }))));
});
afterAll(() => app.close());

const ask = (query: string, headers = {}): Promise<Answered> => owner.browser.call('GET', `/audit?environment=test&page=1&pageSize=100&${query}`, undefined, headers);
const entries = ({ json }: Answered): Record<string, unknown>[] => (Array.isArray(json['data']) ? json['data'].filter(isRecord) : []);

test('the audit log is searched by actor, action, subject and days', async () => {
  const found = await ask('actor=crd_1&action=customer.updated&subject=customer2');
  expect(entries(found).length).toBe(found.json['total']);
  expect(entries(found).length).toBeGreaterThan(10);
  for (const entry of entries(found)) expect(entry).toMatchObject({ actor: 'crd_1', action: 'customer.updated', subject: 'customer2' });
  expect((await ask('actor=nobody')).json['total']).toBe(0);
  expect((await ask('to=2026-01-01')).json['total']).toBe(0);
  expect((await ask('from=2026-01-01')).json['total']).toBe(1_203);
  expect((await ask('from=2026-02-02&to=2026-02-01')).codes).toEqual(['invalid_field']);
});

test('the whole of what is asked for comes as CSV, each entry once', async () => {
  const csv = await ask('action=customer.pii_read', { accept: 'text/csv' });
  expect([csv.status, csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="audit-test.csv"']);
  const [head, ...rows] = csv.text.trimEnd().split('\r\n');
  expect(head).toBe('at,actor,action,subject,details,auditId');
  expect([rows.length, new Set(rows.map((row) => row.split(',').at(-1))).size]).toEqual([602, 602]);
});

test('of live, and of another organization, nothing of this is there', async () => {
  expect((await owner.browser.call('GET', '/audit?environment=live&page=1&pageSize=10&subject=customer1')).json['total']).toBe(0);
  const stranger = await signedIn(app, await app.addTenant(), 'owner');
  expect((await stranger.browser.call('GET', '/audit?environment=test&page=1&pageSize=10')).json['total']).toBe(0);
});
