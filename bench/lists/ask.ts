/** Asks both sides in turn, so that whatever else the machine does falls on both. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { isRecord } from '#src/lib/assert.ts';
import type { Case } from './cases.ts';
import type { Side } from './fill.ts';

/** Milliseconds: the first answer, when nothing was counted yet, then half of them and nearly all of them. */
export type Times = { first: number; p50: number; p95: number };
export type Compared = { name: string; small: Times; large: Times; rows: { small: number | null; large: number | null }; ratio: number };

/** Below this a time is the round trip's, and its doubling says nothing. */
export const floorMs = 2;
/** Few enough that most lists of the small tenant fill a page too. */
const pageSize = 20;
/** Marks are made 100,000 rows at a time. */
const warmUps = 15;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export async function compare(asked: Case, small: Side, large: Side, rounds: number): Promise<Compared> {
  const sides = [await open(asked, small), await open(asked, large)];
  for (let round = 0; round < warmUps; round += 1) for (const side of sides) await side.ask();
  for (let round = 0; round < rounds; round += 1) for (const side of sides) side.times.push((await side.ask()).ms);
  const [first, second] = sides.map((side) => ({ times: timesOf(side.first, side.times), total: side.total }));
  if (first === undefined || second === undefined) throw new Error('There are two sides.');
  const ratio = Math.round((second.times.p50 / Math.max(floorMs, first.times.p50)) * 100) / 100;
  return { name: asked.name, small: first.times, large: second.times, rows: { small: first.total, large: second.total }, ratio };
}

type Asking = { first: number; total: number | null; times: number[]; ask(): Promise<Answered> };

async function open(asked: Case, side: Side): Promise<Asking> {
  const path = asked.path(side);
  const body = asked.body?.(side);
  if (asked.place === null) return asking(side, path, body);
  const paged = (page: number): string => `${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=${pageSize}`;
  const { total } = await send(side, paged(1), body);
  if (total === null) throw new Error(`${path} tells no total.`);
  return asking(side, paged(Math.max(1, Math.floor((total / pageSize) * asked.place))), body);
}

async function asking(side: Side, path: string, body: Record<string, unknown> | undefined): Promise<Asking> {
  const ask = (): Promise<Answered> => send(side, path, body);
  const { ms, total } = await ask();
  return { first: ms, total, times: [], ask };
}

type Answered = { ms: number; total: number | null };

/** @throws when the answer is not 200. */
function send(side: Side, path: string, body: Record<string, unknown> | undefined): Promise<Answered> {
  const bytes = body === undefined ? null : JSON.stringify(body);
  const headers = { authorization: `Bearer ${side.tenant.token}`, requestid: randomUUID(), ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }) };
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: side.program.port, path: `/sandbox/v1${path}`, method: bytes === null ? 'GET' : 'POST', headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - begun;
        const text = Buffer.concat(parts).toString('utf8');
        if (response.statusCode !== 200) return reject(new Error(`${path} answered ${String(response.statusCode)}: ${text}`));
        const json: unknown = JSON.parse(text);
        return resolve({ ms, total: isRecord(json) && typeof json['total'] === 'number' ? json['total'] : null });
      });
    });
    sent.on('error', reject);
    sent.end(bytes ?? undefined);
  });
}

function timesOf(first: number, times: readonly number[]): Times {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return { first: Math.round(first * 100) / 100, p50: at(0.5), p95: at(0.95) };
}
