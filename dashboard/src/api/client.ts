/** Calls of the dashboard's own root: typed from its specification, with the session's CSRF token and a requestId where one is needed. */
import { type Calls, calls, type ErrorCode } from './calls.gen.ts';

export type CallName = keyof Calls;
export type Answer<Name extends CallName> = Calls[Name]['answer'];
export type Data<Name extends CallName> = Answer<Name>['data'];
export type Environment = 'test' | 'live';

export type Refusal = { code: ErrorCode; message: string; field: string | null; fix: string; retryable: boolean; docUrl: string; details?: Record<string, unknown> };

/** What the service refused, or that it could not be reached (`status` 0). */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  readonly refusals: readonly Refusal[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, refusals: readonly Refusal[], requestId: string | null, retryAfterSeconds: number | null = null) {
    super(refusals[0]?.message ?? (status === 0 ? 'The service could not be reached.' : `The service answered ${status}.`));
    this.status = status;
    this.refusals = refusals;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): ErrorCode | 'unreachable' {
    return this.refusals[0]?.code ?? (this.status === 0 ? 'unreachable' : 'internal_error');
  }
}

export type Input<Name extends CallName> = Calls[Name]['input'] & {
  /** One for each intent: the same again makes a repeated call harmless. */
  requestId?: string;
  signal?: AbortSignal;
};

const root = '/dashboard/api/v1';
let csrfToken = '';

type Gate = {
  /** Asks the person to prove who they are; false when they would not. */
  stepUp(): Promise<boolean>;
  /** The session is over; `unsent`: and what somebody wrote did not arrive. */
  signedOut(unsent: boolean): void;
};
let gate: Gate = { stepUp: async () => false, signedOut: () => undefined };

/** The frame around the pages says how a fresh proof is asked for and what happens when the session ends. */
export function setGate(next: Gate): void {
  gate = next;
}

const declined = new WeakSet<Error>();

/** The person was asked for a proof and left it: they know why nothing was done. */
export const isDeclined = (error: unknown): boolean => error instanceof CallError && declined.has(error);

const overCodes: readonly string[] = ['session_missing', 'session_expired', 'session_ended'];

/** @throws CallError */
export async function call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  try {
    return await once(name, input);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'step_up_required') {
      if (await gate.stepUp()) return once(name, input);
      declined.add(error);
    }
    if (overCodes.includes(error.code) && name !== 'readSession') gate.signedOut(calls[name][0] !== 'GET');
    throw error;
  }
}

async function once<Name extends CallName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
  const response = await send(name, input);
  const text = await response.text();
  const envelope = parse(text);
  if (!response.ok || envelope === null) throw refused(response, envelope);
  const token = envelope.data?.['csrfToken'];
  if (typeof token === 'string') csrfToken = token;
  return envelope as unknown as Answer<Name>;
}

/** The raw answer, for what is no JSON: statements, receipts, exports. @throws CallError */
export async function download<Name extends CallName>(name: Name, input: Input<Name>, accept: string): Promise<Blob> {
  const response = await send(name, input, accept);
  if (response.ok) return response.blob();
  const error = refused(response, parse(await response.text()));
  if (error.code === 'step_up_required') {
    if (await gate.stepUp()) return download(name, input, accept);
    declined.add(error);
  }
  if (overCodes.includes(error.code)) gate.signedOut(false);
  throw error;
}

async function send<Name extends CallName>(name: Name, input: Input<Name>, accept = 'application/json'): Promise<Response> {
  const [method, pattern] = calls[name];
  const { path = {}, query = {}, body, requestId, signal } = input as { path?: Record<string, string>; query?: Record<string, string | undefined>; body?: unknown; requestId?: string; signal?: AbortSignal };
  const url = root + pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? '')) + queryText(query);
  const headers: Record<string, string> = { accept, requestId: requestId ?? crypto.randomUUID() };
  if (method !== 'GET') headers['x-csrf-token'] = csrfToken;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(url, { method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError(0, [], headers['requestId'] ?? null);
  }
}

/** Would the browser get the dashboard if it loaded it anew now? */
export async function pagesAnswer(): Promise<boolean> {
  try {
    return (await fetch('/dashboard/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

function queryText(query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

type Envelope = { data?: Record<string, unknown>; errors?: Refusal[] };

function parse(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return null;
  }
}

function refused(response: Response, envelope: Envelope | null): CallError {
  const wait = Number(response.headers.get('retry-after') ?? '');
  return new CallError(response.status, envelope?.errors ?? [], response.headers.get('requestid'), Number.isFinite(wait) && wait > 0 ? wait : null);
}
