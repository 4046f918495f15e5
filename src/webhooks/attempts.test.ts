import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import type { NewEvent } from '#src/events/emit.ts';
import { readArray, readRecord, readString } from '#src/lib/assert.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { sampleEvent, startWebhookLab, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
let target: Receiver;
beforeAll(async () => {
  lab = await startWebhookLab({ connectMs: 400, totalMs: 400 });
});
afterAll(() => lab.close());
afterEach(async () => {
  await target.close();
  const { list } = await lab.call('ada', 'GET', '/webhooks');
  for (const webhook of list) await lab.call('ada', 'DELETE', `/webhooks/${readString(webhook, 'id')}`);
});

describe('GET /webhooks/deliveries/{deliveryId}', () => {
  it('shows every attempt with what came of it and the next try, those before a replay too', async () => {
    target = await startReceiver((response, _received, count) => {
      if (count === 1) status(503)(response);
      else if (count === 2) response.destroy();
      else status(201)(response);
    });
    const id = await lab.endpoint('ada', { url: target.url });
    const [eventId = ''] = await lab.emit('ada', [sampleEvent()]);
    for (const seconds of [0, 5, 30]) {
      await lab.advance('ada', seconds);
      await lab.deliver('ada');
    }
    const path = `/webhooks/deliveries/dlv_${eventId.slice(4)}_${id.slice(4)}`;
    const read = async (): Promise<unknown> => (await lab.call('ada', 'GET', path)).data['attemptLog'];
    const log = [
      { attempt: 1, httpStatus: 503, error: 'http', nextAttemptAt: expect.any(String) },
      { attempt: 2, httpStatus: null, error: 'reset', nextAttemptAt: expect.any(String) },
      { attempt: 3, httpStatus: 201, error: null, nextAttemptAt: null },
    ];
    expect((await lab.call('ada', 'GET', path)).data).toMatchObject({ eventId, status: 'delivered', attempts: 3, httpStatus: 201 });
    expect(await read()).toMatchObject(log);
    await lab.call('ada', 'POST', `${path}/replay`);
    await lab.deliver('ada');
    expect(await read()).toMatchObject([...log, { attempt: 1, httpStatus: 201 }]);
    const [first] = readArray(await read());
    expect(Object.keys(readRecord(first))).toEqual(['attempt', 'at', 'httpStatus', 'error', 'latencyMs', 'nextAttemptAt']);
  });

  it('of a worker whose lease was lost leaves no attempt behind', async () => {
    target = await startReceiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url });
    await lab.emit('ada', [sampleEvent()]);
    const [late] = await lab.claim('ada');
    if (late === undefined) throw new Error('Nothing was leased.');
    await lab.advance('ada', 31);
    await lab.deliver('ada');
    await lab.work('ada', late);
    const rows = await lab.db.read(lab.tenants.ada, (tx) => tx.rows<{ n: number }>(sql`select count(*)::int as n from webhook_attempt where tenant_id = ${tx.tenantId} and endpoint_id = ${id}`));
    expect([target.received.length, rows[0]?.n]).toEqual([2, 1]);
  });
});

let made = 0;
const serial = (): number => (made += 1);

const payment = (sourceAccountNumber: string): NewEvent => ({
  kind: 'payment.success', subject: `trf_${sourceAccountNumber}_${serial()}`, sequence: 1,
  data: {
    transactionId: 'trf_1', amount: 1, currency: 'NGN', status: 'SUCCESS', sessionId: null, responseCode: null, fee: 0, vat: 0, stampDuty: 0, sourceAccountNumber,
    beneficiaryAccountNumber: '2000000099', beneficiaryBankCode: '058', narration: '',
  },
});
const debit = (accountNumber: string): NewEvent => ({ kind: 'account.debited', subject: `acc_${serial()}`, sequence: 1, data: { accountNumber, amount: 1, currency: 'NGN', transactionId: 'trf_1', narration: '' } });
const opened = (accountNumber: string, customerId: string | null): NewEvent => ({ kind: 'account.created', subject: `${accountNumber}-${serial()}`, sequence: 1, data: { accountNumber, accountName: 'A', type: 'savings', customerId } });

describe('a filter', () => {
  const [mine, other] = ['2000000013', '2000000020'];
  it.each<[string, Record<string, unknown> | null, number[]]>([
    ['of an account passes what is about it, and payments from it', { accountNumber: mine }, [0, 2, 4]],
    ['of a customer passes what names him', { customerId: '4830127756' }, [4, 5]],
    ['of both passes what names both', { accountNumber: mine, customerId: '4830127756' }, [4]],
    ['of null passes all', null, [0, 1, 2, 3, 4, 5, 6]],
  ])('%s', async (_name, filter, passed) => {
    target = await startReceiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url, filter });
    const events = [debit(mine), debit(other), payment(mine), payment(other), opened(mine, '4830127756'), opened(other, '4830127756'), opened(other, null)];
    const ids = await lab.emit('ada', events);
    const { list } = await lab.call('ada', 'GET', `/webhooks/${id}/deliveries`);
    expect(list.map((delivery) => ids.indexOf(String(delivery['eventId']))).toSorted((a, b) => a - b)).toEqual(passed);
  });

  it('is shown, changed and taken away', async () => {
    target = await startReceiver(status(200));
    const id = await lab.endpoint('ada', { url: target.url, filter: { accountNumber: mine } });
    const shown = async (): Promise<unknown> => (await lab.call('ada', 'GET', `/webhooks/${id}`)).data['filter'];
    expect(await shown()).toEqual({ accountNumber: mine, customerId: null });
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { description: 'kept' });
    expect(await shown()).toEqual({ accountNumber: mine, customerId: null });
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { filter: { customerId: '4830127756' } });
    expect(await shown()).toEqual({ accountNumber: null, customerId: '4830127756' });
    await lab.call('ada', 'PATCH', `/webhooks/${id}`, { filter: null });
    expect(await shown()).toBeNull();
    for (const filter of [{ accountNumber: '12' }, { customerId: '' }, { amount: 5 }]) expect((await lab.call('ada', 'PATCH', `/webhooks/${id}`, { filter })).status).toBe(400);
  });
});
