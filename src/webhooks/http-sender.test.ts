import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookHttp, type WebhookHttpOptions } from './http-sender.ts';
import { addressOf, startReceiver, status } from './local-receiver.ts';
import { sampleCertificate } from './sample-certificate.ts';
import type { WebhookOutcome } from './webhook-http.ts';

/** What a call may take unless told otherwise. One that was told ends sooner, however busy the machine. */
const usualMs = 15_000;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiver(...args: Parameters<typeof startReceiver>): ReturnType<typeof startReceiver> {
  const started = await startReceiver(...args);
  open.push(started.close);
  return started;
}

/** A server below HTTP. Answers its port. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  }));
  return addressOf(server).port;
}

function post(url: string, options: WebhookHttpOptions & { allowLocal?: boolean } = {}): Promise<WebhookOutcome> {
  const { allowLocal = true, ...http } = options;
  return createWebhookHttp(http).post({ url, body: '{"a":"é"}', headers: { 'Content-Type': 'application/json', 'X-Sample': 'yes' }, allowLocal });
}

const resolvingTo = (...addresses: string[]) => async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const short = { connectMs: 300, totalMs: 300 };

describe('a webhook call', () => {
  it('posts the very bytes with their headers, and nothing that keeps the connection', async () => {
    const target = await receiver(status(200));
    expect(await post(`${target.url}?x=1`)).toEqual({ httpStatus: 200, error: null, latencyMs: expect.any(Number), retryAfterSeconds: null });
    expect(target.received).toMatchObject([{ path: '/hook?x=1', body: '{"a":"é"}', headers: { 'content-type': 'application/json', 'content-length': '10', 'x-sample': 'yes', connection: 'close' } }]);
  });

  it('opens a connection of its own for each call', async () => {
    const target = await receiver(status(200));
    const http = createWebhookHttp();
    for (let call = 0; call < 3; call += 1) await http.post({ url: target.url, body: '', headers: {}, allowLocal: true });
    expect(target.connections()).toBe(3);
  });

  it.each([[201, null], [204, null], [299, null], [300, 'http'], [404, 'http'], [410, 'http'], [500, 'http']])('answers status %i with error %s', async (code, error) => {
    const target = await receiver(status(code));
    expect(await post(target.url)).toMatchObject({ httpStatus: code, error });
  });

  it.each([['120', 120], ['0', 0], ['soon', null], ['-1', null], ['Wed, 21 Oct 2026 07:28:00 GMT', null]])('reads Retry-After %s as %s', async (header, seconds) => {
    const target = await receiver(status(503, { 'Retry-After': header }));
    expect(await post(target.url)).toMatchObject({ httpStatus: 503, retryAfterSeconds: seconds });
  });

  it('does not follow a redirect, neither to a forbidden place nor to an open one', async () => {
    const canary = await receiver(status(200));
    for (const location of ['http://169.254.169.254/latest/meta-data/', canary.url]) {
      const target = await receiver(status(307, { Location: location }));
      expect(await post(target.url)).toMatchObject({ httpStatus: 307, error: 'http' });
    }
    expect(canary.connections()).toBe(0);
  });

  it('reaches an IPv6 address, and a name with a final dot', async () => {
    const target = await receiver(status(200));
    expect(await post(`http://hooks.example.com.:${target.port}/`, { lookup: resolvingTo('127.0.0.1') })).toMatchObject({ httpStatus: 200 });
    expect(target.received[0]?.headers.host).toBe(`hooks.example.com:${target.port}`);
  });
});

describe('the guard', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['loopback written as IPv6', ['::ffff:127.0.0.1']],
    ['cloud metadata', ['169.254.169.254']],
    ['NAT64 of a private address', ['64:ff9b::a00:1']],
    ['one private address among public ones', ['8.8.8.8', '2606:4700:4700::1111', '192.168.1.1']],
  ])('blocks a live name that resolves to %s', async (_name, addresses) => {
    expect(await post('https://hooks.example.com/', { allowLocal: false, lookup: resolvingTo(...addresses) })).toMatchObject({ httpStatus: null, error: 'blocked' });
  });

  it('blocks a sandbox name whose answers mix loopback and metadata, without a connection', async () => {
    const canary = await receiver(status(200));
    const outcome = await post(`http://hooks.example.com:${canary.port}/`, { lookup: resolvingTo('127.0.0.1', '169.254.169.254') });
    expect(outcome).toMatchObject({ httpStatus: null, error: 'blocked' });
    expect(canary.connections()).toBe(0);
  });

  it('resolves once for each call, so that a name cannot change between judgement and connection', async () => {
    const target = await receiver(status(200));
    let lookups = 0;
    const flipping = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
    };
    const http = createWebhookHttp({ lookup: flipping });
    const call = { url: `http://hooks.example.com:${target.port}/`, body: '', headers: {}, allowLocal: true };
    expect(await http.post(call)).toMatchObject({ httpStatus: 200 });
    expect(lookups).toBe(1);
    expect(await http.post(call)).toMatchObject({ error: 'blocked' });
  });

  it.each([
    ['http://127.0.0.1:1/', 'blocked'], ['https://localhost/', 'blocked'], ['http://hooks.example.com/', 'blocked'], ['https://hooks.example.com:22/', 'blocked'], ['https://169.254.169.254/', 'blocked'],
    ['not a url', 'invalid_url'], ['', 'invalid_url'],
  ])('judges a stored URL again: %s is %s in live', async (url, error) => {
    expect(await post(url, { allowLocal: false })).toMatchObject({ httpStatus: null, error });
  });
});

describe('bad receivers', () => {
  it('that never answer end the call with its time', async () => {
    const port = await rawServer(() => {});
    const outcome = await post(`http://127.0.0.1:${port}/`, { connectMs: 5_000, totalMs: 300 });
    expect(outcome).toMatchObject({ httpStatus: null, error: 'timeout' });
    expect(outcome.latencyMs).toBeLessThan(usualMs);
  });

  it('that send one header byte now and then end the call with its time', async () => {
    const port = await rawServer((socket) => {
      const timer = setInterval(() => socket.write('H'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await post(`http://127.0.0.1:${port}/`, { totalMs: 300 })).latencyMs).toBeLessThan(usualMs);
  });

  it('that drip their body have still acknowledged', async () => {
    const target = await receiver((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const outcome = await post(target.url, { totalMs: 400 });
    expect(outcome).toMatchObject({ httpStatus: 200, error: null });
    expect(outcome.latencyMs).toBeLessThan(usualMs);
  });

  it('with a body of 10 GB are cut off after 64 KB', async () => {
    const chunk = Buffer.alloc(64 * 1024, 120);
    let written = 0;
    const target = await receiver((response) => {
      response.writeHead(200, { 'Content-Length': String(10 * 1024 ** 3) });
      const more = (): void => {
        while (!response.destroyed && written < 10 * 1024 ** 3) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    expect(await post(target.url)).toMatchObject({ httpStatus: 200, error: null });
    // What the kernel buffers of a connection is on its way before it can be cut.
    expect(written).toBeLessThan(32 * 1024 ** 2);
  });

  it('with a gzip bomb, or junk that claims to be gzip, are read as bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 ** 2));
    for (const body of [bomb, Buffer.from('this is not gzip')]) {
      const target = await receiver((response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body));
      expect(await post(target.url)).toMatchObject({ httpStatus: 200, error: null });
    }
  });

  it('with endless headers are no answer', async () => {
    const port = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'y'.repeat(40_000)}\r\n\r\n`);
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ httpStatus: null, error: 'http' });
  });

  it.each<[string, (socket: Socket) => void, WebhookOutcome['error']]>([
    ['close at once', (socket) => socket.destroy(), 'reset'],
    ['reset the connection', (socket) => socket.resetAndDestroy(), 'reset'],
    ['speak something else', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'http'],
    ['switch the protocol', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'), 'http'],
  ])('that %s are classed', async (_name, behave, error) => {
    const port = await rawServer((socket) => {
      socket.once('data', () => behave(socket));
    });
    expect(await post(`http://127.0.0.1:${port}/`, { totalMs: 2_000 })).toMatchObject({ httpStatus: null, error });
  });

  it('that do not listen are refused', async () => {
    const gone = await startReceiver(status(200));
    await gone.close();
    expect(await post(gone.url)).toMatchObject({ httpStatus: null, error: 'refused' });
  });

  it('without a name in the DNS are a DNS trouble, and a resolver that hangs is a timeout', async () => {
    const notFound = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };
    expect(await post('http://hooks.example.com/', { lookup: notFound })).toMatchObject({ error: 'dns' });
    expect(await post('http://hooks.example.com/', { lookup: async () => [] })).toMatchObject({ error: 'dns' });
    expect(await post('http://hooks.example.com/', { ...short, lookup: () => new Promise(() => {}) })).toMatchObject({ error: 'timeout' });
  });
});

describe('TLS', () => {
  it('is verified against the name', async () => {
    const target = await receiver(status(200), { tls: true });
    const trusting = { certificateAuthorities: [sampleCertificate], lookup: resolvingTo('127.0.0.1') };
    expect(await post(`https://hooks.example.com:${target.port}/`, trusting)).toMatchObject({ httpStatus: 200 });
    expect(await post(`https://other.example.com:${target.port}/`, trusting)).toMatchObject({ httpStatus: null, error: 'tls' });
    expect(target.received).toHaveLength(1);
  });

  it('of an unknown authority is refused, whatever the environment of the process says', async () => {
    const target = await receiver(status(200), { tls: true });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await post(`https://hooks.example.com:${target.port}/`, { lookup: resolvingTo('127.0.0.1') })).toMatchObject({ httpStatus: null, error: 'tls' });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    expect(target.received).toHaveLength(0);
  });

  it('that a plain server does not speak is a TLS trouble', async () => {
    const target = await receiver(status(200));
    expect(await post(target.url.replace('http:', 'https:'))).toMatchObject({ httpStatus: null, error: 'tls' });
  });

  it('that hangs in its handshake ends with the time to connect', async () => {
    const port = await rawServer(() => {});
    expect(await post(`https://127.0.0.1:${port}/`, { connectMs: 300, totalMs: 5_000 })).toMatchObject({ error: 'timeout' });
  });
});
