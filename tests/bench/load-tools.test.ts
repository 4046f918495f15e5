import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openConnection, postRequest } from '../../bench/connection.ts';
import { countAnswers } from '../../bench/suite/load/answers.ts';
import { openReceiver } from '../../bench/suite/load/receiver.ts';
import { payersFor } from '../../bench/suite/payers.ts';
import { flameGraph } from '../../bench/suite/profile/flame-graph.ts';

test('an answer that comes in pieces is one answer, and what was refused is counted by its code', async () => {
  const texts = ['HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine', 'HTTP/1.1 409 Conflict\r\ncontent-length: 26\r\n\r\n{"code":"otp_superseded" }'];
  const server = createServer((socket) => socket.on('data', () => void inPieces(socket, texts.shift() ?? '')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const connection = await openConnection(address !== null && typeof address === 'object' ? address.port : 0);
  const answers = countAnswers();
  try {
    const first = await connection.exchange(postRequest('/a', 'at', 'r-1', '{}'));
    const second = await connection.exchange(postRequest('/a', 'at', 'r-2', '{}'));
    expect([first, second]).toEqual([{ status: 200, body: 'fine' }, { status: 409, body: '{"code":"otp_superseded" }' }]);
    expect([answers.good(first), answers.good(second)]).toEqual([true, false]);
    expect(answers.refusals).toEqual({ '409 otp_superseded': 1 });
  } finally {
    connection.close();
    server.close();
  }
});

test('a connection that the server ended between two requests is opened anew', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    // Unasked, as a server that takes leave of a caller who is silent.
    if (connections === 1) socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const connection = await openConnection(address !== null && typeof address === 'object' ? address.port : 0);
  try {
    await pause(100);
    expect(await connection.exchange(postRequest('/a', 'at', 'r-1', '{}'))).toEqual({ status: 200, body: 'fine' });
    expect(connections).toBe(2);
  } finally {
    connection.close();
    server.close();
  }
});

async function inPieces(socket: Socket, text: string): Promise<void> {
  for (const piece of [text.slice(0, 12), text.slice(12, -2), text.slice(-2)]) {
    socket.write(piece);
    await pause(10);
  }
}

test('the receiver tells of each transfer in a stream of events', async () => {
  const receiver = await openReceiver();
  const connection = await openConnection(receiver.port);
  try {
    const [first, second] = [receiver.arrival('txn_1'), receiver.arrival('txn_2')];
    const event = (id: string): string => postRequest('/events', 'at', id, `{"event":"payment.success","data":{"transactionId":"${id}"}}`);
    // Two in one piece: the second answer is read with the first.
    await connection.exchange(event('txn_1') + event('txn_2'));
    await Promise.all([first, second]);
  } finally {
    connection.close();
    receiver.close();
  }
});

test('each caller has payers of its own, and they are in all organizations', () => {
  for (const [clients, tenants] of [[1, 100], [64, 100], [256, 100], [16, 1]] as const) {
    const payers = payersFor(clients, tenants);
    expect(payers % clients).toBe(0);
    expect(payers).toBeGreaterThanOrEqual(Math.max(clients, tenants));
  }
});

test('a function is as wide as its samples are long, and idle time has no width', () => {
  const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0 });
  const svg = flameGraph({
    nodes: [
      { id: 1, callFrame: frame('(root)', ''), children: [2, 3] }, { id: 2, callFrame: frame('(idle)', '') },
      { id: 3, callFrame: frame('confirm', 'file:///x/src/transfers/confirm.ts'), children: [4] }, { id: 4, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js') },
    ],
    samples: [2, 3, 4, 4], timeDeltas: [1_000_000, 1000, 2000, 1000],
  }, 'A <test>');
  expect(svg).toContain('confirm transfers/confirm.ts:1: 100.0 %, 4 ms');
  expect(svg).toContain('query lib/client.js:1: 75.0 %, 3 ms');
  expect(svg).not.toContain('idle');
  expect(svg).toContain('A &lt;test&gt;');
});
