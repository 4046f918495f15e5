import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookHttp } from './http-sender.ts';
import { type Receiver, startReceiver, status } from './local-receiver.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { resolveHost } from './resolve-host.ts';

/** A stranger's name server changes its mind. Canaries stand where it wants us to go, and count who comes. */
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function names(answer: (question: number) => readonly string[] | null): Promise<NameServer> {
  const server = await startNameServer(answer);
  open.push(server);
  return server;
}

async function canary(): Promise<Receiver> {
  const receiver = await startReceiver(status(200));
  open.push(receiver);
  return receiver;
}

function senderAsking(server: NameServer) {
  const http = createWebhookHttp({ connectMs: 2_000, totalMs: 2_000, lookup: (host, signal) => resolveHost(host, signal, [server.address]) });
  return (url: string, allowLocal: boolean) => http.post({ url, body: '{}', headers: {}, allowLocal });
}

describe('a name that is bound anew', () => {
  it('is asked for once in a call: between judgement and connection there is no second answer', async () => {
    const forbidden = await canary();
    const server = await names((question) => [question === 1 ? '127.0.0.1' : '169.254.169.254']);
    const post = senderAsking(server);
    expect(await post(`http://rebind.example.com:${forbidden.port}/`, true)).toMatchObject({ httpStatus: 200 });
    expect(server.asked()).toBe(1);
    expect(await post(`http://rebind.example.com:${forbidden.port}/`, true)).toMatchObject({ httpStatus: null, error: 'blocked' });
    expect([server.asked(), forbidden.connections()]).toEqual([2, 1]);
  });

  it.each([
    ['loopback', ['127.0.0.1']], ['a private network', ['10.1.2.3']], ['cloud metadata', ['169.254.169.254']], ['carrier NAT', ['100.64.0.9']], ['"this" network', ['0.0.0.0']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']], ['a private and a public address', ['127.0.0.1', '93.184.216.34']], ['broadcast', ['255.255.255.255']],
  ])('to %s is never connected to by a live tenant, though it was public at first', async (_name, addresses) => {
    const forbidden = await canary();
    const server = await names(() => addresses);
    const outcome = await senderAsking(server)('https://rebind.example.com:8443/', false);
    expect(outcome).toMatchObject({ httpStatus: null, error: 'blocked' });
    expect(server.asked()).toBe(1);
    expect(forbidden.connections()).toBe(0);
  });

  it('is judged again for the target of a redirect, by not going there at all', async () => {
    const forbidden = await canary();
    const redirecting = await startReceiver((response) => status(307, { Location: `http://127.0.0.1:${forbidden.port}/` })(response));
    open.push(redirecting);
    const server = await names(() => ['127.0.0.1']);
    expect(await senderAsking(server)(`http://rebind.example.com:${redirecting.port}/`, true)).toMatchObject({ httpStatus: 307, error: 'http' });
    expect(forbidden.connections()).toBe(0);
  });

  it('and then no more, or never answered, is a trouble of its own and no connection', async () => {
    const forbidden = await canary();
    expect(await senderAsking(await names(() => []))(`http://rebind.example.com:${forbidden.port}/`, true)).toMatchObject({ httpStatus: null, error: 'dns' });
    expect(await senderAsking(await names(() => null))(`http://rebind.example.com:${forbidden.port}/`, true)).toMatchObject({ httpStatus: null, error: 'timeout' });
    expect(forbidden.connections()).toBe(0);
  });

  it('needs no name server when it is an address in disguise: such are judged as what they are', async () => {
    const forbidden = await canary();
    const server = await names(() => ['93.184.216.34']);
    const post = senderAsking(server);
    for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost', 'localhost.', '①②⑦.0.0.1']) {
      expect(await post(`https://${host}:8443/`, false), host).toMatchObject({ httpStatus: null, error: 'blocked' });
      expect(await post(`http://${host}:${forbidden.port}/`, false), host).toMatchObject({ httpStatus: null, error: 'blocked' });
    }
    expect([server.asked(), forbidden.connections()]).toEqual([0, 0]);
  });
});
