/** Test support: a name server on loopback that answers every name as a test wants. */
import { createSocket } from 'node:dgram';

export type NameServer = { address: string; asked(): number; close(): void };

/** `answer` gives the IPv4 addresses for the n-th question for an A record, from 1; [] for no such name, null for silence. */
export async function startNameServer(answer: (question: number) => readonly string[] | null): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, peer) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const isA = query.readUInt16BE(questionEnd - 4) === 1;
    if (isA) asked += 1;
    const addresses = answer(Math.max(asked, 1));
    if (addresses !== null) socket.send(reply(query, questionEnd, { addresses, isA }), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked: () => asked, close: () => socket.close() };
}

/** RFC 1035 §4: the question again, then one A record for each address; an AAAA question gets none. */
function reply(query: Buffer, questionEnd: number, { addresses, isA }: { addresses: readonly string[]; isA: boolean }): Buffer {
  const given = isA ? addresses : [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(given.length, 6);
  header.writeUInt32BE(0, 8);
  const records = given.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]));
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}
