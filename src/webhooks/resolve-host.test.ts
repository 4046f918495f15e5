import { createSocket, type Socket } from 'node:dgram';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveHost } from './resolve-host.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A name server that gives these addresses for every name; none at all when `addresses` is null. */
async function nameServer(addresses: readonly string[] | null): Promise<string> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (query, peer) => {
    if (addresses !== null) socket.send(reply(query, addresses), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

/** RFC 1035 §4: the question again, then one A record for each address; an AAAA question gets none. */
function reply(query: Buffer, addresses: readonly string[]): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const isA = query.readUInt16BE(questionEnd - 4) === 1;
  const given = isA ? addresses : [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(given.length, 6);
  header.writeUInt32BE(0, 8);
  const records = given.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]));
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

describe('resolveHost', () => {
  it('gives every address, so that each can be judged', async () => {
    const server = await nameServer(['8.8.8.8', '10.0.0.1']);
    const found = await resolveHost('hooks.example.com', AbortSignal.timeout(5_000), [server]);
    expect(found.map((one) => one.address).toSorted()).toEqual(['10.0.0.1', '8.8.8.8']);
    expect(found.every((one) => one.family === 4)).toBe(true);
  });

  it('rejects with the code of the DNS for a name that is not there', async () => {
    await expect(resolveHost('hooks.example.com', AbortSignal.timeout(5_000), [await nameServer([])])).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ends with its signal when the name server is silent', async () => {
    const startedAt = performance.now();
    await expect(resolveHost('hooks.example.com', AbortSignal.timeout(100), [await nameServer(null)])).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it('asks the system for local names', async () => {
    const found = await resolveHost('localhost', AbortSignal.timeout(5_000), ['192.0.2.1']);
    expect(found.map((one) => one.address)).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]));
  });
});
