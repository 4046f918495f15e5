/** A TCP proxy that is as bad as a network can be. Each connection draws one fault and keeps it. */
import { createServer, connect, type Socket } from 'node:net';
import { assert } from '#src/lib/assert.ts';

export const networkFaults = ['clean', 'delay', 'cut', 'reset', 'half_open', 'drip'] as const;
export type NetworkFault = (typeof networkFaults)[number];

export type FaultyProxy = {
  port: number;
  /** Connections by the fault they drew. */
  counts: Record<NetworkFault, number>;
  /** New connections are clean from now on, and those that hang are let go. */
  heal(): void;
  close(): void;
};

const delayMsMax = 3_000;
/** Less than an answer of the rail with its headers, so that a cut falls within it. */
const cutAtMost = 300;
const dripMs = 1_000;

/** `random` gives numbers in [0, 1). About every second connection is clean. */
export async function startFaultyProxy(targetPort: number, random: () => number): Promise<FaultyProxy> {
  const counts: FaultyProxy['counts'] = { clean: 0, delay: 0, cut: 0, reset: 0, half_open: 0, drip: 0 };
  const sick = new Set<Socket>();
  let healed = false;
  const draw = (): NetworkFault => (healed || random() < 0.5 ? 'clean' : networkFaults[1 + Math.floor(random() * (networkFaults.length - 1))] ?? 'clean');

  const server = createServer((client) => {
    const fault = draw();
    counts[fault] += 1;
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => (fault === 'half_open' ? undefined : client.end()));
    if (fault !== 'clean') sick.add(client);
    client.on('close', () => sick.delete(client));
    join(fault, client, upstream, random);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a listening server has an address');
  const letGo = (): void => sick.forEach((socket) => socket.destroy());
  return {
    port: address.port,
    counts,
    heal() {
      healed = true;
      letGo();
    },
    close() {
      server.close();
      letGo();
    },
  };
}

function join(fault: NetworkFault, client: Socket, upstream: Socket, random: () => number): void {
  switch (fault) {
    case 'clean':
      client.pipe(upstream).pipe(client);
      return;
    case 'delay': {
      const wait = random() * delayMsMax;
      client.on('data', (bytes) => setTimeout(() => upstream.write(bytes), wait / 2));
      upstream.on('data', (bytes) => setTimeout(() => client.write(bytes), wait / 2));
      return;
    }
    case 'cut':
    case 'reset': {
      const end = (): void => void (fault === 'cut' ? client.destroy() : client.resetAndDestroy());
      // Half of them break while the request goes out, half while the answer comes back.
      if (random() < 0.5) limited(client, upstream, random() * cutAtMost, end, upstream, client);
      else limited(upstream, client, random() * cutAtMost, end, client, upstream);
      return;
    }
    case 'half_open':
      // The request may arrive; what comes back goes nowhere, and nobody hangs up.
      if (random() < 0.5) client.pipe(upstream, { end: false });
      else client.resume();
      upstream.resume();
      return;
    case 'drip':
      client.pipe(upstream);
      drip(upstream, client);
  }
}

/** Passes so many bytes from one side to the other, then breaks; the way back is open until then. */
function limited(from: Socket, to: Socket, bytesMax: number, end: () => void, backFrom: Socket, backTo: Socket): void {
  let left = Math.floor(bytesMax);
  from.on('data', (bytes) => {
    to.write(bytes.subarray(0, left));
    left -= bytes.length;
    if (left < 0) end();
  });
  backFrom.pipe(backTo, { end: false });
}

/** One byte each second. */
function drip(from: Socket, to: Socket): void {
  let waiting = Buffer.alloc(0);
  from.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
  });
  const timer = setInterval(() => {
    to.write(waiting.subarray(0, 1));
    waiting = waiting.subarray(1);
  }, dripMs);
  to.on('close', () => clearInterval(timer));
}
