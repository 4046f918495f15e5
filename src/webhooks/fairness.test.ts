import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startWorker, type Worker } from '#src/work/due.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { sampleEvent, startWebhookLab, type TenantName, type WebhookLab } from './webhook-lab.ts';

/** A hanging call of these tests ends when its receiver is closed, and never before: what is seen until then was not delayed by it. */
let lab: WebhookLab;
let worker: Worker;
beforeAll(async () => {
  lab = await startWebhookLab({ connectMs: 120_000, totalMs: 120_000 });
  worker = startWorker(lab.db, [lab.queue], { pollMs: 50, log: pino({ level: 'silent' }) });
});
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  await worker.stop(10_000);
  await lab.close();
});

async function endpoint(tenant: TenantName, answer: (response: ServerResponse) => void): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  await lab.endpoint(tenant, { url: receiver.url });
  return receiver;
}

const hang = (): void => {};
const emitMany = (tenant: TenantName, count: number) => lab.emit(tenant, Array.from({ length: count }, () => sampleEvent()));

describe('while receivers hang', () => {
  it('another endpoint of the same tenant gets all its events, and so does another tenant', async () => {
    const hanging = [await endpoint('ada', hang), await endpoint('ada', hang), await endpoint('ada', hang)];
    await emitMany('ada', 30);
    await Promise.all(hanging.map((receiver) => receiver.until(4)));
    const sound = await endpoint('ada', status(200));
    const neighbour = await endpoint('bayo', status(200));
    await emitMany('ada', 20);
    await emitMany('bayo', 20);
    await Promise.all([sound.until(20), neighbour.until(20)]);
    // Each hangs with its own four places, and has got no fifth.
    expect(hanging.map((receiver) => receiver.received.length)).toEqual([4, 4, 4]);
  });
});
