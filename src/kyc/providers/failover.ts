/**
 * Several identity providers as one. The first that is well is asked; the next one only when nothing was decided: trouble, or a question that
 * the provider does not answer. A definite answer, whichever, is final: nobody shops for a better one.
 */
import { withDeadline } from '#src/lib/deadline.ts';
import { type Circuit, type CircuitOptions, createCircuit } from './circuit.ts';
import type { Answered, IdentityProvider, ProviderHealth, QuestionKind, Unavailable, Unsupported } from './identity-provider.ts';

const questionKinds: readonly QuestionKind[] = ['bvn', 'nin', 'face', 'document', 'tax'];

export type Failover = IdentityProvider & {
  /** Each provider and kind of question as it stands now. */
  health(): ProviderHealth[];
};

export type FailoverOptions = {
  /** Over all providers together, and below what the verbs wait. */
  deadlineMs: number;
  /** A provider that is not the last leaves at least this much to each behind it, as long as the deadline has it. */
  reserveMs: number;
  circuit: CircuitOptions;
  /** Monotonic. */
  nowMs: () => number;
  onChange?: (health: ProviderHealth) => void;
};

export const failoverDefaults = { deadlineMs: 14_000, reserveMs: 4_000, circuit: { opensAfter: 5, restMs: 15_000, restMaxMs: 120_000 } } as const;

type Undecided = Unavailable | Unsupported;
type Ask<Query, Answer> = (provider: IdentityProvider, query: Query, signal: AbortSignal) => Promise<Answer>;

/** `providers` in the order of asking; at least one. */
export function failover(providers: readonly IdentityProvider[], options: FailoverOptions): Failover {
  const { deadlineMs, reserveMs, nowMs } = options;
  const circuits = new Map<string, Circuit>();
  const circuitOf = (provider: string, question: QuestionKind): Circuit => {
    const key = `${provider} ${question}`;
    const circuit = circuits.get(key) ?? createCircuit(options.circuit);
    circuits.set(key, circuit);
    return circuit;
  };

  /** One provider, within its share of the time. Rejects when the caller's signal aborts. */
  const attempt = async <Answer extends { outcome: string }>({ name }: IdentityProvider, question: QuestionKind, ask: (limit: AbortSignal) => Promise<Answer>, shareMs: number, signal: AbortSignal): Promise<Answer | Undecided> => {
    const circuit = circuitOf(name, question);
    const before = circuit.state(nowMs());
    if (!circuit.admits(nowMs())) return { outcome: 'unavailable', detail: 'rests after repeated trouble' };
    let answer: Answer | Undecided | null = null;
    try {
      answer = await withDeadline(shareMs, async (limit) => ask(limit).catch((error: unknown): Undecided => {
        signal.throwIfAborted();
        if (!limit.aborted) throw error;
        return { outcome: 'unavailable', detail: 'timeout' };
      }), signal);
    } finally {
      // A question nobody waits for any more, and a mistake of ours, say nothing about the provider.
      if (answer === null) circuit.released();
      else if (answer.outcome === 'unavailable') circuit.troubled(nowMs());
      else circuit.answered();
      const state = circuit.state(nowMs());
      if (state !== before) options.onChange?.({ provider: name, question, state });
    }
    return answer;
  };

  const inOrder = async <Query, Answer extends Answered & { outcome: string }>(question: QuestionKind, query: Query, ask: Ask<Query, Answer>, signal: AbortSignal): Promise<Answer | Undecided> => {
    const endMs = nowMs() + deadlineMs;
    const reasons: string[] = [];
    let troubled = false;
    for (const [at, provider] of providers.entries()) {
      const left = endMs - nowMs();
      if (left <= 0) break;
      const behind = providers.length - at - 1;
      const shareMs = Math.round(Math.max(left / (behind + 1), left - behind * reserveMs));
      const answer = await attempt(provider, question, (limit) => ask(provider, query, limit), shareMs, signal);
      if (!isUndecided(answer)) return { ...answer, answeredBy: provider.name };
      troubled ||= answer.outcome === 'unavailable';
      reasons.push(`${provider.name}: ${answer.detail}`);
    }
    return { outcome: troubled ? 'unavailable' : 'unsupported', detail: reasons.join('; ') };
  };

  return {
    name: providers.map(({ name }) => name).join(', '),
    lookUp: (query, signal) => inOrder(query.registry, query, (provider, asked, limit) => provider.lookUp(asked, limit), signal),
    compareFace: (query, signal) => inOrder('face', query, (provider, asked, limit) => provider.compareFace(asked, limit), signal),
    readDocument: (query, signal) => inOrder('document', query, (provider, asked, limit) => provider.readDocument(asked, limit), signal),
    lookUpTax: (query, signal) => inOrder('tax', query, (provider, asked, limit) => provider.lookUpTax(asked, limit), signal),
    health: () => providers.flatMap(({ name }) => questionKinds.map((question) => ({ provider: name, question, state: circuitOf(name, question).state(nowMs()) }))),
  };
}

function isUndecided<Answer extends { outcome: string }>(answer: Answer | Undecided): answer is Undecided {
  return answer.outcome === 'unavailable' || answer.outcome === 'unsupported';
}
