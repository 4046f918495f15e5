/**
 * Posts to a stranger's address. Every address the name resolves to is judged before a connection is made, the connection is
 * pinned to those addresses, and the address that was really reached is judged once more.
 */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { addressFault, bareHost, checkWebhookUrl } from './address-guard.ts';
import { type Address, resolveHost } from './resolve-host.ts';
import { classify, Trouble } from './trouble.ts';
import type { WebhookCall, WebhookHttp, WebhookOutcome } from './webhook-http.ts';

export type WebhookHttpOptions = {
  /** From the start of the name look-up to an established connection, TLS included. */
  connectMs?: number;
  /** The whole call, however slowly the answer drips. */
  totalMs?: number;
  /** Resolves a name to all of its addresses. */
  lookup?(host: string, signal: AbortSignal): Promise<readonly Address[]>;
  /** Certificate authorities instead of the system's; for tests and operators with an authority of their own. */
  certificateAuthorities?: readonly string[];
};

const maxAnswerBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;
const maxAddresses = 16;

/** The guarded webhook client. Proxy variables of the environment are not looked at; no connection serves two calls. */
export function createWebhookHttp(options: WebhookHttpOptions = {}): WebhookHttp {
  const limits = {
    connectMs: options.connectMs ?? 5_000,
    totalMs: options.totalMs ?? 15_000,
    lookup: options.lookup ?? resolveHost,
    certificateAuthorities: options.certificateAuthorities ?? null,
  };
  return {
    async post(call) {
      const startedAt = performance.now();
      const outcome = await attempt(call, limits).catch((error: unknown) => ({ httpStatus: null, error: classify(error), retryAfterSeconds: null }));
      return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) };
    },
  };
}

type Limits = Required<Omit<WebhookHttpOptions, 'certificateAuthorities'>> & { certificateAuthorities: readonly string[] | null };
type Result = Omit<WebhookOutcome, 'latencyMs'>;

async function attempt(call: WebhookCall, limits: Limits): Promise<Result> {
  const verdict = checkWebhookUrl(call.url, call);
  if (!verdict.ok) throw new Trouble(URL.canParse(call.url) ? 'blocked' : 'invalid_url');
  const deadline = new AbortController();
  const connectTimer = setTimeout(() => deadline.abort(), limits.connectMs);
  const totalTimer = setTimeout(() => deadline.abort(), limits.totalMs);
  try {
    const addresses = await resolved(bareHost(verdict.target), call, limits, deadline.signal);
    return await exchange(call, verdict.target, addresses, limits, deadline.signal, () => clearTimeout(connectTimer));
  } finally {
    clearTimeout(connectTimer);
    clearTimeout(totalTimer);
  }
}

/** Every address of the host. One forbidden address refuses them all: a name that mixes public and private answers is an attack. */
async function resolved(host: string, call: WebhookCall, limits: Limits, signal: AbortSignal): Promise<readonly Address[]> {
  const family = isIP(host);
  const found = family === 0 ? await before(signal, limits.lookup(host, signal)) : [{ address: host, family }];
  if (found.length === 0) throw new Trouble('dns');
  if (found.some(({ address }) => addressFault(address, call) !== null)) throw new Trouble('blocked');
  return found.slice(0, maxAddresses);
}

/** The system's own look-up cannot be cancelled; what it finds after the deadline is dropped. */
function before<Found>(signal: AbortSignal, work: Promise<Found>): Promise<Found> {
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  signal.addEventListener('abort', () => reject(new Trouble('timeout')), { once: true });
  work.then(resolve, reject);
  return promise;
}

function exchange(call: WebhookCall, target: URL, addresses: readonly Address[], limits: Limits, signal: AbortSignal, connected: () => void): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const secure = target.protocol === 'https:';
  const request = (secure ? httpsRequest : httpRequest)(requestOptions(call, target, addresses, limits));
  let answered: Result | null = null;

  /** A status that came is the answer, even when the rest of it breaks off. */
  const end = (error: unknown): void => {
    if (answered === null) reject(error);
    else resolve(answered);
    request.destroy();
  };
  const onAbort = (): void => end(new Trouble('timeout'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();

  request.on('socket', (socket: Socket) => {
    socket.once('connect', () => {
      if (!isJudged(socket.remoteAddress, addresses, call)) end(new Trouble('blocked'));
      else if (!secure) connected();
    });
    if (secure) socket.once('secureConnect', connected);
  });
  request.on('error', end);
  request.on('close', () => end(new Trouble('reset')));
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    end(new Trouble('http'));
  });
  request.on('response', (response: IncomingMessage) => {
    answered = { httpStatus: response.statusCode ?? null, error: isSuccess(response.statusCode) ? null : 'http', retryAfterSeconds: retryAfterOf(response) };
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) end(null);
    });
    response.on('error', end);
    response.on('close', () => end(new Trouble('reset')));
  });
  void writeBody(request, call);
  return promise;
}

/** Never rejects: what goes wrong with the connection is told by the request's own events. */
async function writeBody(request: ClientRequest, { body, slowly }: WebhookCall): Promise<void> {
  const bytes = Buffer.from(body, 'utf8');
  const size = Math.max(1, Math.ceil(bytes.length / (slowly?.pieces ?? 1)));
  for (let from = 0; from + size < bytes.length && !request.destroyed; from += size) {
    request.write(bytes.subarray(from, from + size));
    await pause(slowly?.pauseMs ?? 0);
  }
  if (!request.destroyed) request.end(bytes.subarray(Math.floor((bytes.length - 1) / size) * size));
}

function requestOptions(call: WebhookCall, target: URL, addresses: readonly Address[], limits: Limits): RequestOptions {
  const host = bareHost(target);
  const pinned: LookupFunction = (_name, wanted, done) => {
    const [first] = addresses;
    if (wanted.all === true || first === undefined) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
  const shared = {
    method: 'POST',
    host,
    path: `${target.pathname}${target.search}`,
    headers: { ...call.headers, 'Content-Length': String(Buffer.byteLength(call.body)) },
    lookup: pinned,
    maxHeaderSize: maxHeaderBytes,
    ...(target.port === '' ? {} : { port: target.port }),
  };
  if (target.protocol !== 'https:') return { ...shared, agent: new HttpAgent({ keepAlive: false }) };
  const tls = {
    minVersion: 'TLSv1.2' as const,
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED cannot say otherwise.
    rejectUnauthorized: true,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(limits.certificateAuthorities === null ? {} : { ca: [...limits.certificateAuthorities] }),
  };
  // A session of one call is not offered to the next: a tenant's connections tell nothing about each other.
  return { ...shared, agent: new HttpsAgent({ keepAlive: false, maxCachedSessions: 0, ...tls }) };
}

function isJudged(remote: string | undefined, addresses: readonly Address[], call: WebhookCall): boolean {
  if (remote === undefined || addressFault(remote, call) !== null) return false;
  const same = (address: string): boolean => canonical(address) === canonical(remote);
  return addresses.some(({ address }) => same(address));
}

function canonical(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address;
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}

/** Seconds of `Retry-After`; its date form is left out, since it depends on two clocks. */
function retryAfterOf(response: IncomingMessage): number | null {
  const value = response.headers['retry-after'];
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;
}
