/**
 * A caller as the contract wants one: it keeps every answer in a durable log, and sends the same requestId again until
 * it has a definite answer, whatever happens to the program in between.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isRecord } from '#src/lib/assert.ts';
import { credential } from './program.ts';

export type Acknowledged = {
  requestId: string;
  path: string;
  body: unknown;
  status: number;
  text: string;
  data: Record<string, unknown>;
  /** How often it was sent; more than once after lost answers and refusals that say "again". */
  sent: number;
};

export type Caller = {
  /** Sends until the answer is definite. @throws when that takes longer than the patience. */
  send(path: string, body: unknown, requestId?: string): Promise<Acknowledged>;
  get(path: string): Promise<Record<string, unknown>>;
  /** Everything that was acknowledged, in order. */
  log: readonly Acknowledged[];
  lostAnswers(): number;
};

type Raw = { status: number; text: string };

const callTimeoutMs = 25_000;
const patienceMs = 120_000;
const againMs = 50;

export function createCaller(baseUrl: string, logFile: string | null): Caller {
  const log: Acknowledged[] = [];
  let token: string | null = null;
  let lost = 0;

  async function raw(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Raw | null> {
    try {
      const response = await fetch(`${baseUrl}/sandbox/v1${path}`, {
        method, headers, signal: AbortSignal.timeout(callTimeoutMs), ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      lost += 1;
      return null;
    }
  }

  async function bearer(): Promise<string | null> {
    if (token !== null) return token;
    const basic = Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64');
    const answer = await raw('GET', '/auth/token', { authorization: `Bearer ${basic}` });
    const accessToken = answer === null ? undefined : dataOf(answer.text)['accessToken'];
    token = typeof accessToken === 'string' ? accessToken : null;
    return token;
  }

  async function untilDefinite(method: string, path: string, requestId: string, body?: unknown): Promise<Raw & { sent: number }> {
    const until = performance.now() + patienceMs;
    let last: Raw | null = null;
    for (let sent = 1; performance.now() < until; sent += 1) {
      const held = await bearer();
      if (held !== null) {
        const json = body === undefined ? {} : { 'content-type': 'application/json' };
        last = await raw(method, path, { authorization: `Bearer ${held}`, requestid: requestId, ...json }, body);
        if (last !== null && isDefinite(last)) return { ...last, sent };
        if (last?.status === 401) token = null;
      }
      await pause(againMs);
    }
    throw new Error(`No definite answer to ${method} ${path}: ${last === null ? 'silence' : `${last.status} ${last.text.slice(0, 300)}`}`);
  }

  return {
    log,
    lostAnswers: () => lost,
    async send(path, body, requestId = randomUUID()) {
      const { status, text, sent } = await untilDefinite('POST', path, requestId, body);
      const entry = { requestId, path, body, status, text, data: dataOf(text), sent };
      log.push(entry);
      if (logFile !== null) appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
      return entry;
    },
    async get(path) {
      return dataOf((await untilDefinite('GET', path, randomUUID())).text);
    },
  };
}

/** Refusals that the contract says to repeat are not answers yet. */
function isDefinite({ status, text }: Raw): boolean {
  if (status >= 500 || status === 401 || status === 429) return false;
  return !(status === 409 && text.includes('request_in_progress'));
}

function dataOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) && isRecord(parsed['data']) ? parsed['data'] : {};
  } catch {
    return {};
  }
}
