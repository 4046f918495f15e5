/** A lane whose commands carry a requestId: stored answers are replayed, new ones stored in the batch's transaction. */
import { decided, Failure, isStoredAnswer } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import type { Keyring, TenantKeys } from '#src/organizations/keyring.ts';
import { crashPoint } from './crash-points.ts';
import type { LaneSpec } from './lanes.ts';
import { loadStored, replay, type RequestKey, storeAnswers, type StoredRequest } from './requests.ts';

type KeyedFacts<Facts> = { keys: TenantKeys; stored: Map<string, StoredRequest>; answeredHere: Map<string, { key: RequestKey; answer: Answer }>; inner: Facts };
type KeyedEffects<Effects> = { answers: { key: RequestKey; answer: Answer }[]; inner: Effects };

/**
 * Wraps a spec whose `decide` gives an Answer, throws a Failure (no effects), or returns one (effects stand).
 * `answerOf` turns a Failure into its envelope.
 */
export function idempotent<Command extends { key: RequestKey }, Facts, Effects>(
  keyring: Keyring,
  answerOf: (outcome: Answer | Failure) => Answer,
  spec: LaneSpec<Command, Facts, Effects, Answer | Failure>,
): LaneSpec<Command, KeyedFacts<Facts>, KeyedEffects<Effects>, Answer> {
  return {
    name: spec.name,
    async load(opening, commands) {
      const keys = await keyring.of(opening.tenantId);
      let asked: Promise<Map<string, StoredRequest>> | undefined;
      // After the facts, whose locks wait for a copy of a request in another process: once its effects are seen, so is its answer.
      const askStored = (): Promise<Map<string, StoredRequest>> => (asked ??= loadStored(opening, commands.map((command) => command.key)));
      const inner = await spec.load(opening, commands, () => {
        // What fails here is heard of below, or the facts that travel with it fail too.
        askStored().catch(() => undefined);
      });
      return { keys, stored: await askStored(), answeredHere: new Map(), inner };
    },
    newEffects: () => ({ answers: [], inner: spec.newEffects() }),
    decide(facts, command, effects) {
      const { key } = command;
      const before = facts.stored.get(key.requestId);
      if (before !== undefined) return replay(before, key, facts.keys);
      // Two copies can only meet in one batch when they came through different connections to this process at once.
      const twin = facts.answeredHere.get(key.requestId);
      if (twin !== undefined && twin.key.fingerprint.equals(key.fingerprint)) return { ...twin.answer, headers: { 'Idempotency-Replayed': 'true' } };
      const outcome = decided(() => spec.decide(facts.inner, command, effects.inner));
      const answer = answerOf(outcome);
      if (isStoredAnswer(answer.httpStatus, outcome instanceof Failure ? outcome.code : null)) {
        effects.answers.push({ key, answer });
        facts.answeredHere.set(key.requestId, { key, answer });
      }
      return answer;
    },
    async apply(tx, effects, facts) {
      // Asked together, they travel together. The request rows first: a copy of a request in another process waits on them, and then reads the answer.
      await Promise.all([storeAnswers(tx, facts.keys, effects.answers).then(() => crashPoint(`${spec.name}.answers_stored`)), spec.apply(tx, effects.inner, facts.inner)]);
    },
    ...(spec.committed === undefined ? {} : { committed: (tenantId: string, effects: KeyedEffects<Effects>) => spec.committed?.(tenantId, effects.inner) }),
  };
}
