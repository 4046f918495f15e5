/**
 * Misbehaviour by chance, on top of the scenarios. Each call draws once; given the seed and the order of the calls the draws are the same.
 */

export const faultKinds = {
  outage: 'The rail is down: nothing is processed, the answer is HTTP 503.',
  lost_request: 'The request is lost: nothing is processed and nothing is answered.',
  lost_reply: 'The request is processed, its answer is lost.',
  delayed: 'The request is processed after a delay of up to `delayMsMax`, perhaps after the caller has given up.',
  in_progress: 'A payment is credited, but the answer is 09.',
  duplicate_reply: 'A payment is credited, but the answer is 94 as if it had come twice.',
  late_rejection: 'A payment answers 09, and a later status query finds it rejected.',
  junk_xml: 'The request is processed, the answer is an XML page.',
  junk_empty: 'The request is processed, the answer has an empty body.',
  query_in_progress: 'A status query answers 09, whatever is true.',
  query_not_found: 'A status query answers 25, whatever is true.',
  list_empty: 'The list of institutions is empty.',
  list_truncated: 'The list of institutions ends in the middle of its JSON.',
} as const;

export type FaultKind = keyof typeof faultKinds;
export type RailCall = 'enquire' | 'send' | 'query' | 'list';

const faultsOfCall: Record<RailCall, readonly FaultKind[]> = {
  enquire: ['outage', 'lost_request', 'lost_reply', 'delayed', 'junk_xml', 'junk_empty'],
  send: ['outage', 'lost_request', 'lost_reply', 'delayed', 'in_progress', 'duplicate_reply', 'late_rejection', 'junk_xml', 'junk_empty'],
  query: ['outage', 'lost_request', 'delayed', 'junk_xml', 'junk_empty', 'query_in_progress', 'query_not_found'],
  list: ['outage', 'lost_request', 'lost_reply', 'delayed', 'junk_xml', 'junk_empty', 'list_empty', 'list_truncated'],
};

/** Probability of each fault, 0 to 1. Those that a call can suffer exclude each other, so they should sum to at most 1. */
export type FaultMix = Readonly<Partial<Record<FaultKind, number>>>;

export type Faults = {
  set(mix: FaultMix): void;
  draw(call: RailCall): FaultKind | null;
  /** A delay in whole milliseconds, from 0 to the bound. */
  drawDelayMs(): number;
};

/** `random` gives numbers in [0, 1). No fault ever happens until `set` names some. */
export function createFaults(random: () => number, delayMsMax = 30_000): Faults {
  let mix: FaultMix = {};
  return {
    set: (next) => {
      mix = next;
    },
    draw: (call) => {
      let left = random();
      for (const kind of faultsOfCall[call]) {
        const probability = mix[kind] ?? 0;
        if (left < probability) return kind;
        left -= probability;
      }
      return null;
    },
    drawDelayMs: () => Math.floor(random() * (delayMsMax + 1)),
  };
}

/** Reads a mix from untrusted JSON. Null when it names an unknown fault or a number outside 0 to 1. */
export function parseFaultMix(value: unknown): FaultMix | null {
  if (typeof value !== 'object' || value === null) return null;
  const mix: Partial<Record<FaultKind, number>> = {};
  for (const [kind, probability] of Object.entries(value)) {
    if (!isFaultKind(kind) || typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) return null;
    mix[kind] = probability;
  }
  return mix;
}

/** Numbers in [0, 1) that only depend on the seed: the public-domain mulberry32 generator. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(faultKinds, name);
}
