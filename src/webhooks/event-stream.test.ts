import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '#src/events/emit.ts';
import { readRecord } from '#src/lib/assert.ts';
import { maxOfCredential } from './event-stream.ts';
import { sampleEvent, startWebhookLab, type TenantName, type WebhookLab } from './webhook-lab.ts';

let lab: WebhookLab;
beforeAll(async () => {
  lab = await startWebhookLab();
});
afterAll(() => lab.close());

type Frame = { id: string; event: string; data: Record<string, unknown> };
type Stream = { response: Response; /** Resolves with the frames so far when there are `count`, or the stream has ended. */ until(count: number): Promise<Frame[]>; ended: Promise<void>; leave(): void };

const open: Stream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.leave();
});

async function follow(tenant: TenantName, query = '', headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController();
  const root = `${lab.root}${tenant === 'adaLive' ? '/v1' : '/sandbox/v1'}`;
  const response = await fetch(`${root}/events/stream${query}`, {
    signal: leaving.signal, headers: { Authorization: `Bearer ${tenant}`, requestId: `stream-${open.length}`, Accept: 'text/event-stream', ...headers },
  });
  const frames: Frame[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  let over = false;
  const tell = (): void => {
    for (const wait of waiting.filter(({ count }) => over || frames.length >= count)) wait.resolve();
  };
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const match = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block);
        if (match !== null) frames.push({ id: match[1] ?? '', event: match[2] ?? '', data: readRecord(JSON.parse(match[3] ?? '')) });
      }
      tell();
    }
  };
  const ended = read().catch(() => undefined).finally(() => {
    over = true;
    tell();
  });
  const stream: Stream = {
    response, ended,
    leave: () => leaving.abort(),
    until: async (count) => {
      if (!over && frames.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return [...frames];
    },
  };
  open.push(stream);
  return stream;
}

describe('GET /events/stream', () => {
  it('carries the bodies of the events as they happen, in order, each once', async () => {
    const stream = await follow('ada');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const ids = [...await lab.emit('ada', [sampleEvent(), sampleEvent()]), ...await lab.emit('ada', [sampleEvent()])];
    const frames = await stream.until(3);
    expect(frames.map(({ id }) => id)).toEqual(ids);
    const feed = await lab.call('ada', 'GET', '/events?limit=100');
    expect(frames.map(({ data }) => data)).toEqual(feed.list);
    expect(frames[0]?.event).toBe('customer.updated');
  });

  it('goes on after Last-Event-ID, which is stronger than after', async () => {
    const ids = await lab.emit('bayo', [sampleEvent(), sampleEvent(), sampleEvent()]);
    const one = await follow('bayo', `?after=${ids[0]}`);
    expect((await one.until(2)).map(({ id }) => id)).toEqual(ids.slice(1));
    const two = await follow('bayo', `?after=${ids[0]}`, { 'Last-Event-ID': ids[1] ?? '' });
    const [late = ''] = await lab.emit('bayo', [sampleEvent()]);
    expect((await two.until(2)).map(({ id }) => id)).toEqual([ids[2], late]);
  });

  it('does not pass an event whose transaction commits late', async () => {
    const stream = await follow('adaLive');
    const written = Promise.withResolvers<string>();
    const mayCommit = Promise.withResolvers<undefined>();
    const slow = lab.db.write(lab.tenants.adaLive, async (tx) => {
      const [id = ''] = await emit(tx, lab.ctx.ids, [sampleEvent()]);
      written.resolve(id);
      await mayCommit.promise;
    });
    const early = await written.promise;
    const [late] = await lab.emit('adaLive', [sampleEvent()]);
    // By the time another call is answered, the stream has been woken and has looked.
    lab.streams.wake();
    await lab.call('adaLive', 'GET', '/webhooks');
    mayCommit.resolve(undefined);
    await slow;
    expect((await stream.until(2)).map(({ id }) => id)).toEqual([early, late]);
  });

  it('carries the kinds that were asked for, and those of the own tenant only', async () => {
    const [, after = ''] = await lab.emit('ada', [sampleEvent(), sampleEvent()]);
    const stream = await follow('ada', `?after=${after}&kinds=payment.*,custom.order.paid`);
    await lab.emit('bayo', [sampleEvent()]);
    await lab.emit('ada', [sampleEvent()]);
    await lab.call('bayo', 'POST', '/events', { event: 'custom.order.paid', data: { whose: 'bayo' } });
    const { data } = await lab.call('ada', 'POST', '/events', { event: 'custom.order.paid', data: { whose: 'ada' } });
    expect(await stream.until(1)).toMatchObject([{ id: data['id'], event: 'custom.order.paid', data: { data: { whose: 'ada' } } }]);
  });

  it('is one of four of its credential, and makes room when it is left', async () => {
    const streams = [];
    const [after = ''] = await lab.emit('ada', [sampleEvent()]);
    for (let more = 0; more < maxOfCredential; more += 1) streams.push(await follow('ada', `?after=${after}`));
    const refused = await follow('ada');
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await follow('bayo')).response.status).toBe(200);
    streams[0]?.leave();
    await expect.poll(async () => (await follow('ada')).response.status, { interval: 200 }).toBe(200);
  });

  it('without Accept is the first page of the same events', async () => {
    const [id = ''] = await lab.emit('bayo', [sampleEvent()]);
    const { json, list } = await lab.call('bayo', 'GET', '/events/stream');
    expect(list.at(-1)).toMatchObject({ id });
    expect(json).toMatchObject({ hasMore: false, nextCursor: id });
  });

  it('refuses a kind, a cursor and a header that are none', async () => {
    expect((await follow('ada', '?kinds=payment.*,no.such')).response.status).toBe(400);
    expect((await follow('ada', '?after=nonsense')).response.status).toBe(400);
    expect((await follow('ada', '', { 'Last-Event-ID': 'nonsense' })).response.status).toBe(400);
  });

  it('ends with its token, and with the program, after what it was sending', async () => {
    const revoked = await follow('adaLive');
    const other = await follow('bayo');
    expect([revoked.response.status, other.response.status]).toEqual([200, 200]);
    lab.forget('adaLive');
    await revoked.ended;
    lab.streams.close();
    await other.ended;
    expect((await follow('bayo')).response.status).toBe(429);
  });
});
