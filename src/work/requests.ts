/**
 * requestId: the same request is executed once, and answered the same way ever after (contract §3).
 *
 * The answer is stored in the transaction of the effect. Three ways to execute:
 * `once` for a command that is one transaction, `around` for one that calls a provider between two transactions,
 * and `storedAnswers` for the lanes, which do the same for a whole batch.
 */
import type { Asker, Database, Tx } from '#src/db/database.ts';
import { CommitUnknown, isRetryable, sqlState, violatedConstraint } from '#src/db/database.ts';
import { idsOf, joinable, sql, tenantFor } from '#src/db/sql.ts';
import { decided, Failure, fail, isStoredAnswer } from '#src/errors.ts';
import { failureAnswer } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { canonicalJson } from '#src/lib/canonical.ts';
import type { Keyring, TenantKeys } from '#src/organizations/keyring.ts';
import { crashPoint } from './crash-points.ts';

/** Identifies one request of a tenant, and what was asked. */
export type RequestKey = { tenantId: string; requestId: string; operation: string; fingerprint: Buffer };

export type Requests = {
  /**
   * Runs `work` in one transaction, or answers what was answered before. A Failure that `work` throws undoes its
   * effects; one that it returns keeps them (a wrong OTP was tried). Both become the answer.
   * @throws Failure request_in_progress, request_id_reused
   */
  once(request: RouteRequest, input: unknown, work: (tx: Tx) => Promise<Answer | Failure>): Promise<Answer>;
  /**
   * Commits that the request is running, calls a provider outside any transaction, and finishes in a second one.
   * After a crash in between, the requestId is free again when its minute is over.
   */
  around<Result>(request: RouteRequest, input: unknown, call: () => Promise<Result>, finish: (tx: Tx, result: Result) => Promise<Answer | Failure>, options?: { /** `finish` writes rows of its own alone and refuses nothing, so that others may travel in its transaction. */ ownRows?: boolean }): Promise<Answer>;
  /** Refuses a second copy of a request while the first runs in this process. */
  exclusively<Result>(key: RequestKey, work: () => Promise<Result>): Promise<Result>;
  answerOf(outcome: Answer | Failure): Answer;
};

/** The fingerprint is keyed: a plain hash of a request that carries an 11-digit number could be found by trying them all. */
export function requestKey(keys: TenantKeys, request: RouteRequest, input: unknown): RequestKey {
  return {
    tenantId: request.caller.tenantId,
    requestId: request.requestId,
    operation: request.operation,
    fingerprint: keys.index('request.fingerprint', canonicalJson([request.operation, request.params, input])),
  };
}

export function createRequests(db: Database, keyring: Keyring, publicUrl: string): Requests {
  const running = new Set<string>();
  const finishTogether: Database['write'] = (tenantId, work) => db.writeTogether('finish', tenantId, work);
  const answerOf = (outcome: Answer | Failure): Answer => (outcome instanceof Failure ? failureAnswer(outcome, publicUrl) : outcome);

  async function exclusively<Result>(key: RequestKey, work: () => Promise<Result>): Promise<Result> {
    const name = `${key.tenantId} ${key.requestId}`;
    if (running.has(name)) throw fail('request_in_progress', { retryAfterSeconds: 1 });
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  }

  /** Stores the answer to a failure whose effects were undone, unless a copy in another process was answered before: that is what it failed on. */
  async function refuse(key: RequestKey, keys: TenantKeys, failure: Failure): Promise<Answer> {
    const answer = answerOf(failure);
    return retrying(() => db.write(key.tenantId, async (tx) => {
      const stored = (await loadStored(tx, [key])).get(key.requestId);
      if (stored !== undefined && stored.state === 'answered') return replay(stored, key, keys);
      if (!isStoredAnswer(answer.httpStatus, failure.code)) throw failure;
      tx.lastly();
      await storeAnswers(tx, keys, [{ key, answer }]);
      return answer;
    }));
  }

  return {
    answerOf,
    exclusively,
    async once(request, input, work) {
      const keys = await keyring.of(request.caller.tenantId);
      const key = requestKey(keys, request, input);
      return exclusively(key, async () => {
        try {
          const done = await retrying(() => db.write(key.tenantId, async (tx) => {
            const stored = (await loadStored(tx, [key])).get(key.requestId);
            if (stored !== undefined) return replay(stored, key, keys);
            const outcome = await work(tx);
            crashPoint('once.worked');
            const answer = answerOf(outcome);
            if (isStoredAnswer(answer.httpStatus, outcome instanceof Failure ? outcome.code : null)) {
              tx.lastly();
              await storeAnswers(tx, keys, [{ key, answer }]);
            }
            crashPoint('once.answer_stored');
            return answer;
          }));
          crashPoint('once.committed');
          return done;
        } catch (error) {
          if (error instanceof Failure) return refuse(key, keys, error);
          throw error;
        }
      });
    },
    async around(request, input, call, finish, { ownRows = false } = {}) {
      const keys = await keyring.of(request.caller.tenantId);
      const key = requestKey(keys, request, input);
      return exclusively(key, async () => {
        const tried = new Set<number>();
        const before = await retrying(() => db.writeTogether('claim', key.tenantId, (tx) => claim(tx, key, keys, tried)));
        if (before instanceof Failure) throw before;
        if (before !== null) return before;
        crashPoint('around.claimed');
        let failure: Failure | null = null;
        try {
          const result = await call();
          crashPoint('around.called');
          const done = await retrying(() => (ownRows ? finishTogether : db.write)(key.tenantId, async (tx) => {
            const stored = await lockStored(tx, key);
            if (stored !== undefined && stored.state === 'answered') return replay(stored, key, keys);
            const outcome = await finish(tx, result);
            crashPoint('around.worked');
            const answer = answerOf(outcome);
            const keep = isStoredAnswer(answer.httpStatus, outcome instanceof Failure ? outcome.code : null);
            tx.lastly();
            await (keep ? storeAnswers(tx, keys, [{ key, answer }]) : release(tx, key));
            crashPoint('around.answer_stored');
            return answer;
          }));
          crashPoint('around.committed');
          return done;
        } catch (error) {
          if (error instanceof Failure) failure = error;
          else {
            await retrying(() => db.write(key.tenantId, (tx) => release(tx, key))).catch(() => undefined);
            throw error;
          }
        }
        if (isStoredAnswer(answerOf(failure).httpStatus, failure.code)) return refuse(key, keys, failure);
        await retrying(() => db.write(key.tenantId, (tx) => release(tx, key)));
        throw failure;
      });
    },
  };
}

export type StoredRequest = {
  request_id: string;
  operation: string;
  fingerprint: Buffer;
  state: 'running' | 'answered';
  running_until: Date | null;
  http_status: number | null;
  answer: Buffer | null;
};

/** Reads what is known of these requests; keyed by requestId. */
export async function loadStored(tx: Asker, keys: readonly RequestKey[]): Promise<Map<string, StoredRequest>> {
  const rows = await tx.rows<StoredRequest>(joinable(sql`
    select request_id, operation, fingerprint, state, running_until, http_status, answer, tenant_id as "tenantId"
    from request join ${idsOf(tx, keys.map((key) => key.requestId))} on tenant_id = of_tenant and request_id = of_id`));
  return new Map(rows.map((row) => [row.request_id, row]));
}

/**
 * The same for one request, held until the transaction ends. A finish whose COMMIT was lost may still be committing: it
 * holds this row, so that its second run waits here and finds the answer, instead of stumbling over its own effects.
 */
async function lockStored(tx: Tx, key: RequestKey): Promise<StoredRequest | undefined> {
  const [row] = await tx.rows<StoredRequest>(joinable(sql`
    select request_id, operation, fingerprint, state, running_until, http_status, answer, tenant_id as "tenantId"
    from request join ${idsOf(tx, [key.requestId])} on tenant_id = of_tenant and request_id = of_id order by tenant_id, request_id for update of request`));
  return row;
}

/** Of a request that was executed so long ago that its answer is not kept; executing it again would pay twice. */
const answerGone = {
  message: 'This request was executed more than thirty days ago, and its answer is not kept.',
  fix: 'Find the transfer in GET /transfers. Use a new requestId for a new payment.',
};

/** The stored answer. @throws Failure request_id_reused, request_in_progress */
export function replay(stored: StoredRequest, key: RequestKey, keys: TenantKeys): Answer {
  if (!stored.fingerprint.equals(key.fingerprint)) throw fail('request_id_reused');
  if (stored.state === 'answered' && stored.answer === null) throw fail('request_id_reused', answerGone);
  if (stored.http_status === null || stored.answer === null) throw fail('request_in_progress', { retryAfterSeconds: 1 });
  return {
    httpStatus: stored.http_status,
    body: keys.open({ table: 'request', column: 'answer', row: stored.request_id }, stored.answer),
    headers: { 'Idempotency-Replayed': 'true' },
  };
}

/** Stores answers in the transaction of their effects. A second writer of one requestId fails its statement. */
export async function storeAnswers(tx: Tx, keys: TenantKeys, answered: readonly { key: RequestKey; answer: Answer }[]): Promise<void> {
  if (answered.length === 0) return;
  const column = <Value>(pick: (item: { key: RequestKey; answer: Answer }) => Value): Value[] => answered.map(pick);
  await tx.execute(joinable(sql`
    insert into request (tenant_id, request_id, operation, fingerprint, state, http_status, answer, created_at)
    select r.tenant_id, r.request_id, r.operation, r.fingerprint, 'answered', r.http_status, r.answer, ${tx.now}::timestamptz
    from unnest(
      ${tenantFor(tx, answered)}::text[], ${column(({ key }) => key.requestId)}::text[], ${column(({ key }) => key.operation)}::text[], ${column(({ key }) => key.fingerprint)}::bytea[],
      ${column(({ answer }) => answer.httpStatus)}::int[],
      ${column(({ key, answer }) => keys.seal({ table: 'request', column: 'answer', row: key.requestId }, answer.body))}::bytea[]
    ) as r (tenant_id, request_id, operation, fingerprint, http_status, answer)
    on conflict (tenant_id, request_id) do update
      set running_until = null, http_status = excluded.http_status, answer = excluded.answer,
        state = case when request.state = 'running' and request.fingerprint = excluded.fingerprint then 'answered' when refuse('Another process answered this request first.', ${raceState}) then null end
    returning tenant_id as "tenantId"`));
}

/** What the database says of it. */
const raceState = 'OT001';

/** Another process answered one of these requests first; what was done here must be undone and the answer read. */
class RequestRace extends Error {
  override readonly name = 'RequestRace';
}

/**
 * Marks the request as running for a minute. Answers null when it may run, or the stored answer. `tried` holds the ends
 * of the claims that were made before in the same call: one whose COMMIT is unknown may have happened, and is ours.
 */
async function claim(tx: Tx, key: RequestKey, keys: TenantKeys, tried: Set<number>): Promise<Answer | Failure | null> {
  const until = new Date(tx.now.getTime() + 60_000);
  const claimed = await tx.execute(joinable(sql`
    insert into request (tenant_id, request_id, operation, fingerprint, state, running_until, created_at)
    select r.tenant_id, r.request_id, r.operation, r.fingerprint, 'running', ${until}::timestamptz, ${tx.now}::timestamptz
    from unnest(${[key.tenantId]}::text[], ${[key.requestId]}::text[], ${[key.operation]}::text[], ${[key.fingerprint]}::bytea[]) as r (tenant_id, request_id, operation, fingerprint)
    on conflict (tenant_id, request_id) do update set running_until = excluded.running_until
      where request.state = 'running' and request.running_until < ${tx.now} and request.fingerprint = excluded.fingerprint
    returning tenant_id as "tenantId"`));
  if (claimed === 1) {
    tried.add(until.getTime());
    return null;
  }
  const stored = (await loadStored(tx, [key])).get(key.requestId);
  if (stored === undefined) throw new RequestRace();
  const ours = stored.running_until !== null && tried.has(stored.running_until.getTime());
  if (ours && stored.fingerprint.equals(key.fingerprint)) return null;
  // Not thrown: nothing that others have claimed in this transaction is to be undone for it.
  return decided(() => replay(stored, key, keys));
}

async function release(tx: Tx, key: RequestKey): Promise<void> {
  await tx.execute(sql`
    delete from request where tenant_id = ${key.tenantId} and request_id = ${key.requestId} and state = 'running'`);
}

const attempts = 4;

/**
 * Runs a transaction again when it is known to have left nothing, or when its COMMIT is unknown: the request row that
 * it writes first decides then, because a second writer waits for the first one and finds its answer. A key that
 * another transaction took meanwhile (an account's one active OTP) is there to be seen by the next run.
 */
/** May work that leaves nothing behind, or is harmless to run twice, succeed where it has failed so? */
export function isWorthAnotherTry(error: unknown): boolean {
  return isRetryable(error) || error instanceof CommitUnknown || error instanceof RequestRace || sqlState(error) === raceState || violatedConstraint(error) !== undefined;
}

export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthAnotherTry(error) || attempt === attempts) throw error;
    }
  }
}
