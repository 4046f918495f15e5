import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { startReceiver, status } from './local-receiver.ts';
import { sampleEvent, startWebhookLab, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());

const attempts = (): Promise<{ event_id: string }[]> => lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`select event_id from webhook_attempt where tenant_id = ${tx.tenantId}`));

test('attempts are kept for thirty days, and their deliveries for longer', async () => {
  const target = await startReceiver(status(200));
  const id = await lab.endpoint('ada', { url: target.url });
  const [old = ''] = await lab.emit('ada', [sampleEvent()]);
  await lab.deliver('ada');
  await lab.advance('ada', 29 * 86_400);
  await lab.upkeep.pass();
  const [young = ''] = await lab.emit('ada', [sampleEvent()]);
  await lab.deliver('ada');
  expect((await attempts()).map((row) => row.event_id)).toEqual([old, young]);
  await lab.advance('ada', 86_401);
  await lab.upkeep.pass();
  expect((await attempts()).map((row) => row.event_id)).toEqual([young]);
  expect((await lab.call('ada', 'GET', `/webhooks/${id}/deliveries`)).list).toHaveLength(2);
  await target.close();
});
