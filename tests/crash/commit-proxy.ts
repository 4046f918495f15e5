/** Stands between a program and PostgreSQL, understands just enough of the protocol to find a COMMIT, and breaks there. */
import { connect, createServer, type Socket } from 'node:net';
import { assert } from '#src/lib/assert.ts';

/**
 * `before`: the connection breaks and COMMIT never arrives. `after`: COMMIT is carried out and its answer is lost.
 * `racing`: the caller loses the connection while COMMIT is still on its way, so that its next look comes first.
 * `notice`: COMMIT is answered with a warning 01000 first, as by a primary that gave up waiting for its standby.
 */
export const commitFaults = ['before', 'after', 'racing', 'notice'] as const;
export type CommitFault = (typeof commitFaults)[number];

export type CommitProxy = {
  port: number;
  counts: Record<CommitFault, number>;
  /** Asked at each COMMIT of a transaction that may write; null lets it pass. */
  draw: (() => CommitFault | null) | null;
  /** Every connection breaks now. */
  breakAll(): void;
  close(): void;
};

export async function startCommitProxy(socketDir: string): Promise<CommitProxy> {
  const counts = { before: 0, after: 0, racing: 0, notice: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(`${socketDir}/.s.PGSQL.5432`);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    // Its last bytes still go out: a COMMIT on its way arrives.
    client.on('close', () => setTimeout(() => upstream.end(), 2 * racingMs));
    upstream.on('close', () => client.destroy());
    relay(client, upstream, () => {
      const fault = proxy.draw === null ? null : proxy.draw();
      if (fault !== null) counts[fault] += 1;
      return fault;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a listening server has an address');
  const proxy: CommitProxy = {
    port: address.port,
    counts,
    draw: null,
    breakAll: () => open.forEach((socket) => socket.destroy()),
    close() {
      server.close();
      open.forEach((socket) => socket.destroy());
    },
  };
  return proxy;
}

/** Longer than a new connection and its first statement take. */
const racingMs = 30;

function relay(client: Socket, upstream: Socket, draw: () => CommitFault | null): void {
  let readOnly = false;
  /** Prepared statements that begin a transaction; do they begin one that only reads? */
  const begins = new Map<string, boolean>();
  const commits = new Set<string>();
  /** What happens to the COMMIT that the server answers next. */
  let pending: CommitFault | null = null;
  let cut = false;
  const onFrame = (frame: Buffer): void => {
    // What came with a COMMIT that broke is gone with it.
    if (cut) return;
    const [first = '', second = ''] = frame.toString('utf8', 5).split('\0', 2);
    // Parse (a statement's name and text), Bind (a portal and the statement).
    if (frame[0] === 0x50 && second.startsWith('begin')) begins.set(first, second.startsWith('begin read only'));
    if (frame[0] === 0x50 && second === 'commit') commits.add(first);
    if (frame[0] === 0x42) readOnly = begins.get(second) ?? readOnly;
    const fault = frame[0] === 0x42 && commits.has(second) && !readOnly ? draw() : null;
    cut = fault === 'before' || fault === 'racing';
    if (cut) client.resetAndDestroy();
    if (fault === 'before') return;
    if (fault !== null) pending = fault;
    if (fault === 'racing') setTimeout(() => upstream.end(Buffer.concat([frame, executeAndSync])), racingMs);
    else upstream.write(frame);
  };
  client.on('data', frameReader(onFrame, (bytes) => upstream.write(bytes)));
  const answer = (frame: Buffer): void => {
    const fault = frame[0] === 0x43 && frame.toString('utf8', 5).startsWith('COMMIT') ? pending : null;
    // CommandComplete of it, or ReadyForQuery after one that was not reached.
    if (fault !== null || frame[0] === 0x5a) pending = null;
    if (fault === 'after') client.resetAndDestroy();
    if (client.destroyed) return;
    client.write(fault === 'notice' ? Buffer.concat([notice, frame]) : frame);
  };
  upstream.on('data', frameReader(answer));
}

/** Execute of the portal that was bound last, and Sync. */
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/** Splits into messages; the first that a client says, of the connection's start, has no type. */
function frameReader(onFrame: (frame: Buffer) => void, onStart?: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let started = onStart === undefined;
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const head = started ? 1 : 0;
      if (waiting.length < head + 4) return;
      const length = head + waiting.readUInt32BE(head);
      if (waiting.length < length) return;
      const frame = waiting.subarray(0, length);
      waiting = waiting.subarray(length);
      if (started) onFrame(frame);
      else onStart?.(frame);
      started = true;
    }
  };
}

/** NoticeResponse as PostgreSQL sends it when the wait for synchronous replication is cancelled. */
const notice = noticeFrame({ S: 'WARNING', V: 'WARNING', C: '01000', M: 'canceling wait for synchronous replication due to user request' });

function noticeFrame(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.concat([...Object.entries(fields).map(([type, text]) => Buffer.from(`${type}${text}\0`)), Buffer.from([0])]);
  const head = Buffer.alloc(5);
  head.write('N');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
