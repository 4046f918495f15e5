import { verify } from '@octokit/webhooks-methods';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { readString } from '#src/lib/assert.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { verifySignature } from '#src/lib/webhook-signature.ts';
import { sampleEvent, startWebhookLab, type Answered, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
let target: Receiver;
let id: string;
let first: string;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  target = await startReceiver(status(200));
  const { data } = await lab.call('ada', 'POST', '/webhooks', { url: target.url, events: ['*'] });
  [id, first] = [readString(data, 'id'), readString(data, 'secret')];
});
afterEach(async () => {
  await lab.call('ada', 'DELETE', `/webhooks/${id}`);
  await target.close();
});

const rotate = (body: Record<string, unknown> = {}): Promise<Answered> => lab.call('ada', 'POST', `/webhooks/${id}/rotate-secret`, body);
const secretIn = (answer: Answered): string => readString(answer.data, 'secret');

/** Sends an event; answers which of the secrets verify it, and which the simple signature is of. */
async function signers(...secrets: string[]): Promise<{ timed: boolean[]; simple: boolean[] }> {
  await lab.emit('ada', [sampleEvent()]);
  await lab.deliver('ada');
  const seen = target.received.at(-1);
  const headers = Object.fromEntries(Object.entries(seen?.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const body = seen?.body ?? '';
  const nowSeconds = lab.clock.now.getTime() / 1000;
  return {
    timed: secrets.map((secret) => verifySignature({ secret, headers, body, nowSeconds }).ok),
    simple: await Promise.all(secrets.map((secret) => verify(secret, body, headers['x-service-signature'] ?? ''))),
  };
}

describe('a rotation of the secret', () => {
  it('serves a receiver with either secret during the overlap, and one with the new secret afterwards', async () => {
    const answer = await rotate();
    const second = secretIn(answer);
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
    expect(answer.data['nextSecretAt']).toEqual(expect.any(String));
    for (let event = 0; event < 3; event += 1) expect(await signers(first, second)).toEqual({ timed: [true, true], simple: [true, false] });
    await lab.advance('ada', 23 * 3600);
    expect(await signers(first, second)).toEqual({ timed: [true, true], simple: [true, false] });
    await lab.advance('ada', 3600);
    expect(await signers(first, second)).toEqual({ timed: [false, true], simple: [false, true] });
    expect((await lab.call('ada', 'GET', `/webhooks/${id}`)).data['nextSecretAt']).toBeNull();
  });

  it('is over at once with its activation, which may be asked for twice', async () => {
    const second = secretIn(await rotate());
    for (let time = 0; time < 2; time += 1) expect((await lab.call('ada', 'POST', `/webhooks/${id}/activate-secret`)).data).toMatchObject({ signed: true, nextSecretAt: null });
    expect(await signers(first, second)).toEqual({ timed: [false, true], simple: [false, true] });
  });

  it('within an overlap replaces the new secret and keeps the old', async () => {
    const second = secretIn(await rotate());
    const third = secretIn(await rotate({ secret: 'a-third-secret-of-mine' }));
    expect(third).toBe('a-third-secret-of-mine');
    expect(await signers(first, second, third)).toEqual({ timed: [true, false, true], simple: [true, false, false] });
  });

  it('after an overlap that nobody activated begins with the secret that took over', async () => {
    const second = secretIn(await rotate({ overlapHours: 1 }));
    await lab.advance('ada', 3600);
    const third = secretIn(await rotate());
    expect(await signers(first, second, third)).toEqual({ timed: [false, true, true], simple: [false, true, false] });
  });

  it('without overlap, or where nothing was signed before, is at once', async () => {
    const second = secretIn(await rotate({ overlapHours: 0 }));
    expect(await signers(first, second)).toEqual({ timed: [false, true], simple: [false, true] });
    const { data } = await lab.call('ada', 'POST', '/webhooks', { url: target.url, events: ['*'], secret: null });
    const unsigned = readString(data, 'id');
    expect((await lab.call('ada', 'POST', `/webhooks/${unsigned}/rotate-secret`, {})).data).toMatchObject({ signed: true, nextSecretAt: null });
    await lab.call('ada', 'DELETE', `/webhooks/${unsigned}`);
  });

  it('keeps no secret in the open, and forgets the old one when its time is over', async () => {
    await rotate({ secret: 'a-secret-that-must-not-show', overlapHours: 1 });
    const shown = (): Promise<{ text: string; sealed: number }[]> => lab.db.read(lab.tenants.ada, (tx) => tx.rows(sql`
      select w::text as text, (secret_sealed is not null)::int + (next_secret_sealed is not null)::int as sealed from webhook_endpoint w where tenant_id = ${tx.tenantId} and endpoint_id = ${id}
      union all select r::text, 0 from request r where tenant_id = ${tx.tenantId} union all select a::text, 0 from audit_entry a where tenant_id = ${tx.tenantId}`));
    for (const { text } of await shown()) {
      expect(text).not.toContain('a-secret-that-must-not-show');
      expect(text).not.toContain(Buffer.from('a-secret-that-must-not-show').toString('hex'));
    }
    expect((await shown())[0]?.sealed).toBe(2);
    await lab.advance('ada', 3601);
    await lab.upkeep.pass();
    expect((await shown())[0]?.sealed).toBe(1);
    expect((await signers('a-secret-that-must-not-show')).timed).toEqual([true]);
  });

  it.each([{ secret: null }, { secret: 'short' }, { overlapHours: 73 }, { overlapHours: -1 }, { overlapHours: 1.5 }])('refuses %o', async (body) => {
    expect((await rotate(body)).status).toBe(400);
  });
});
