/**
 * What a go-live check sends to a receiver: the genuine article, and everything that the open Internet and a retrying sender make of it. Pure: the same
 * input gives the same requests. Every event says `test: true`, under an id that says what it is.
 */
import { apiVersion } from '#src/events/emit.ts';
import type { Environment } from '#src/context.ts';
import { isoMillis } from '#src/lib/time.ts';
import { signatureHeaders, toleranceSeconds } from '#src/lib/webhook-signature.ts';
import type { WebhookCall } from './webhook-http.ts';

export const caseNames = [
  'genuine', 'duplicate', 'out_of_order', 'unknown_kind', 'wrongly_signed', 'unsigned', 'altered_body', 'late', 'malformed_json', 'slow_body', 'burst', 'speed',
] as const;
export type CaseName = (typeof caseNames)[number];

export type PlannedCall = Pick<WebhookCall, 'body' | 'headers' | 'slowly'>;

/** A case of the check and its requests, one after the other, or all at once. `speed` has none: it is judged from the others. */
export type PlannedCase = { name: CaseName; calls: readonly PlannedCall[]; together: boolean };

export type CheckFacts = {
  /** Both null when the tenant refused one. */
  secret: string | null;
  nextSecret: string | null;
  /** Signs for nobody. */
  wrongSecret: string;
  environment: Environment;
  /** By the wall: receivers compare it with their own clock. */
  now: Date;
  /** Makes the ids of this check its own. */
  run: string;
};

/** Calls of the burst. */
const burstCalls = 10;
/** Twice what a receiver should put up with. */
const lateSeconds = 2 * toleranceSeconds;
const slow = { pieces: 8, pauseMs: 250 } as const;

export function planCheck(facts: CheckFacts): PlannedCase[] {
  const event = (name: CaseName, more: { kind?: string; sequence?: number; mark?: string } = {}): Planned => eventOf(facts, name, more);
  const genuine = event('genuine');
  const one = (name: CaseName, call: PlannedCall): PlannedCase => ({ name, calls: [call], together: false });
  const altered = event('altered_body');
  const unsigned = event('unsigned');
  const malformed = event('malformed_json');
  return [
    one('genuine', signed(facts, genuine)),
    one('duplicate', signed(facts, genuine, { attempt: 2 })),
    { name: 'out_of_order', calls: [signed(facts, event('out_of_order', { sequence: 7 })), signed(facts, event('out_of_order', { sequence: 6 }))], together: false },
    one('unknown_kind', signed(facts, event('unknown_kind', { kind: 'golive.not_yet_known' }))),
    one('wrongly_signed', signed({ ...facts, secret: facts.wrongSecret, nextSecret: null }, event('wrongly_signed'))),
    one('unsigned', signed({ ...facts, secret: null, nextSecret: null }, unsigned)),
    one('altered_body', { ...signed(facts, altered), body: altered.body.replace('"amount":1', '"amount":1000000') }),
    one('late', signed(facts, event('late'), { secondsAgo: lateSeconds })),
    one('malformed_json', signed(facts, { ...malformed, body: malformed.body.slice(0, -1) })),
    one('slow_body', { ...signed(facts, event('slow_body')), slowly: slow }),
    { name: 'burst', calls: Array.from({ length: burstCalls }, (_, index) => signed(facts, event('burst', { mark: String(index + 1) }))), together: true },
    { name: 'speed', calls: [], together: false },
  ];
}

/** Cases whose point is a signature; without a secret there is none to check. */
export function isAboutSignatures(name: CaseName): boolean {
  return name === 'wrongly_signed' || name === 'unsigned' || name === 'altered_body' || name === 'late';
}

type Planned = { id: string; body: string };

function eventOf(facts: CheckFacts, name: CaseName, { kind = 'webhook.test', sequence = 1, mark }: { kind?: string; sequence?: number; mark?: string }): Planned {
  const id = ['evt_golive', name, facts.run, ...(name === 'out_of_order' ? [String(sequence)] : []), ...(mark === undefined ? [] : [mark])].join('_');
  const data = { message: 'A go-live check of your webhook. No money moved.', check: name, amount: 1, currency: 'NGN' };
  return { id, body: JSON.stringify({ event: kind, data, id, createdAt: isoMillis(facts.now), environment: facts.environment, apiVersion, sequence, test: true }) };
}

function signed({ secret, nextSecret, now }: CheckFacts, { id, body }: Planned, { attempt = 1, secondsAgo = 0 } = {}): PlannedCall {
  const timestampSeconds = Math.floor(now.getTime() / 1000) - secondsAgo;
  return { body, headers: signatureHeaders({ secret, nextSecret, eventId: id, timestampSeconds, attempt, body }) };
}
