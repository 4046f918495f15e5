/**
 * `npm run verify -- webhooks [--seconds 300] [--rate 50] [--seed 1]`: events at a steady rate to a receiver that fails now and then, while
 * the program is killed again and again. Every event that was acknowledged arrives; what arrives twice is the same, under the same id.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningServer } from '#src/db/running-server.ts';
import { assert } from '#src/lib/assert.ts';
import { seededRandom } from '#src/sandbox/rail-simulator/faults.ts';
import { untilQuiet } from './audit.ts';
import { type Caller, createCaller } from './caller.ts';
import type { Verdict } from './crash.ts';
import { freePort, type Program, startProgram } from './program.ts';
import { prepareTemplates } from './templates.ts';

export async function run(args: readonly string[]): Promise<Verdict> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '300' }, rate: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } } });
  return loseNothing({ seconds: Number(values.seconds), rate: Number(values.rate), seed: Number(values.seed) });
}

type Options = { seconds: number; rate: number; seed: number };

const senders = 16;
const quietLimitMs = 180_000;

export async function loseNothing({ seconds, rate, seed }: Options): Promise<Verdict> {
  const random = seededRandom(seed);
  const templates = await prepareTemplates();
  const receiver = await startCountingReceiver(random);
  const dataDir = templates.copy('seeded');
  const port = await freePort();
  const caller = createCaller(`http://127.0.0.1:${port}`, null);
  let program = await started({ dataDir, port });
  await caller.send('/webhooks', { url: receiver.url, events: ['custom.*'] });

  const until = performance.now() + seconds * 1000;
  let kills = 0;
  // However slowly it starts: killed again, not once.
  const isOver = (): boolean => performance.now() > until && kills > 1;
  const sending = sendEvents(caller, rate, isOver);
  while (!isOver()) {
    await pause(1_000 + random() * 5_000);
    program.kill();
    await program.exited;
    kills += 1;
    program = await started({ dataDir, port });
  }
  const ids = await sending;
  const connection = runningServer(dataDir);
  assert(connection !== null, 'the program announces its server');
  const left = await untilQuiet(connection, caller, quietLimitMs);
  await program.stop();
  receiver.close();
  templates.close();

  const lost = ids.filter((id) => !receiver.acknowledged.has(id));
  return {
    pass: lost.length === 0 && left.length === 0 && receiver.changed() === 0 && kills > 1,
    figures: {
      seed, kills, events: ids.length, acknowledged: receiver.acknowledged.size, calls: receiver.calls(), duplicates: receiver.duplicates(), refusedByReceiver: receiver.refused(),
      changedDuplicates: receiver.changed(), lost: lost.length, left: left.length, first: [...lost, ...left].slice(0, 10),
    },
  };
}

async function started(options: { dataDir: string; port: number }): Promise<Program> {
  const program = startProgram(options);
  if (!(await program.ready)) throw new Error(`The program did not start: ${(await program.exited).said}`);
  return program;
}

/** Sends until `over`, each event until it is acknowledged; answers the ids of them all. */
async function sendEvents(caller: Caller, rate: number, over: () => boolean): Promise<string[]> {
  const ids: string[] = [];
  const startedAt = performance.now();
  let serial = 0;
  const send = async (): Promise<void> => {
    while (!over()) {
      serial += 1;
      const own = serial;
      const early = startedAt + (own * 1000) / rate - performance.now();
      if (early > 0) await pause(early);
      const { data } = await caller.send('/events', { event: 'custom.specimen', data: { serial: own } });
      ids.push(String(data['id']));
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return ids;
}

/** Takes most calls, answers some with 500, and breaks some off after they were read. */
async function startCountingReceiver(random: () => number) {
  const bodies = new Map<string, string>();
  const acknowledged = new Set<string>();
  let [calls, duplicates, changed, refused] = [0, 0, 0, 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const body = Buffer.concat(chunks).toString('utf8');
      calls += 1;
      if (acknowledged.has(id)) duplicates += 1;
      if ((bodies.get(id) ?? body) !== body || !body.includes(id)) changed += 1;
      bodies.set(id, body);
      const chance = random();
      if (chance < 0.03) {
        refused += 1;
        if (chance < 0.01) request.socket.destroy();
        else response.writeHead(500).end();
        return;
      }
      acknowledged.add(id);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo; // eslint-disable-line -- a listening TCP server has one
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    acknowledged, calls: () => calls, duplicates: () => duplicates, changed: () => changed, refused: () => refused,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
