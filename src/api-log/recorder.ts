/** Collects finished calls in memory and writes them beside the requests. Loses calls rather than time: what does not fit is counted and dropped. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '#src/context.ts';
import { isErrorCode } from '#src/errors.ts';
import type { FinishedCall } from '#src/http/finished-call.ts';
import type { GaugeSource } from '#src/http/metrics.ts';
import { isRecord } from '#src/lib/assert.ts';
import { afterwards } from '#src/work/kinds.ts';
import { createRedactor, type Redactor, type Vocabulary } from './redact.ts';
import { insertCalls, type LoggedCall } from './calls.ts';

export type ApiLog = {
  record(call: FinishedCall): void;
  /** Writes what was collected: a few statements for all tenants. */
  flush(): Promise<void>;
  gauge: GaugeSource;
};

/** Calls in memory at once, and characters of one body; so at most some 30 MB, while the database is away. */
const mostWaiting = 2_000;
const mostBodyBytes = 8 * 1024;
/** Calls that are redacted and written in one go, and what the requests have for themselves in between. */
const rowsAtOnce = 64;
const betweenMs = 1;

type Waiting = { call: FinishedCall; callId: string };

/** `vocabulary` is asked for once, at the first flush. */
export function createApiLog({ config, db, ids }: Pick<Context, 'config' | 'db' | 'ids'>, vocabulary: () => Vocabulary): ApiLog {
  let waiting: Waiting[] = [];
  let dropped = 0;
  let redactor: Redactor | undefined;

  const isWanted = ({ caller: { environment }, httpStatus }: FinishedCall): boolean =>
    config.apiLog !== 'off' && (environment === 'sandbox' || config.apiLog === 'all' || httpStatus >= 400);

  return {
    record(call) {
      if (!isWanted(call)) return;
      if (waiting.length >= mostWaiting) dropped += 1;
      else waiting.push({ call: { ...call, ...withoutLarge(call) }, callId: ids.newId('call') });
    },
    async flush() {
      if (config.apiLog === 'off') return;
      // The first flush is before the first request, so that none waits while the reference is read.
      redactor ??= createRedactor(vocabulary());
      const words = redactor;
      if (waiting.length === 0) return;
      const taken = waiting;
      waiting = [];
      const failures: unknown[] = [];
      for (let from = 0; from < taken.length; from += rowsAtOnce) {
        const byTenant = Map.groupBy(taken.slice(from, from + rowsAtOnce), ({ call }) => call.caller.tenantId);
        await Promise.all([...byTenant].map(async ([tenantId, calls]) => {
          try {
            const rows = calls.map((each) => toRow(each, words));
            await db.openTogether(afterwards, tenantId, (opening) => {
              opening.lastly();
              return insertCalls(opening, rows);
            });
          } catch (error) {
            dropped += calls.length;
            failures.push(error);
          }
        }));
        // Requests go before their log: what half a second has collected would keep them waiting for tens of milliseconds.
        await pause(betweenMs);
      }
      if (failures.length > 0) throw new AggregateError(failures, 'calls were not written');
    },
    gauge: {
      name: 'openteller_api_log_dropped', help: 'Calls since the start that the log of calls has not kept: too many at once, or the database was away.', labelNames: [],
      read: () => Promise.resolve([{ labels: {}, value: dropped }]),
    },
  };
}

/** A picture must not wait in memory for its turn. */
function withoutLarge({ requestBytes, requestBody, answerBody }: FinishedCall): Pick<FinishedCall, 'requestBody' | 'answerBody'> {
  return { requestBody: requestBytes > mostBodyBytes ? undefined : requestBody, answerBody: answerBody !== null && answerBody.length > mostBodyBytes ? null : answerBody };
}

function toRow({ call, callId }: Waiting, redactor: Redactor): LoggedCall {
  return {
    callId, requestId: call.requestId ?? '', operation: call.operationId, method: call.method, path: pathOf(call, redactor), httpStatus: call.httpStatus, code: call.code ?? null, latencyMs: Math.round(call.durationMs),
    credentialId: call.caller.credentialId, request: redactor.body(call.requestBody, 'request'), answer: answerOf(call.answerBody, redactor),
  };
}

function pathOf({ pattern, params, query }: FinishedCall, redactor: Redactor): string {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => redactor.parameter(name, params[name] ?? ''));
  const pairs = [...new URLSearchParams(query)].slice(0, 20).map(([name, value]) => {
    const known = redactor.name(name);
    return known === null ? '<undeclared>' : `${known}=${redactor.parameter(known, value)}`;
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** Of a refusal its codes and fields alone: the catalogue has the words. */
function answerOf(text: string | null, redactor: Redactor): string | null {
  if (text === null || !text.startsWith('{')) return null;
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) return null;
  const errors = Array.isArray(parsed['errors']) ? parsed['errors'] : [];
  if (errors.length === 0) return redactor.body(parsed, 'answer');
  return redactor.body({ statusCode: parsed['statusCode'], errors: errors.slice(0, 20).flatMap((error) => (isRecord(error) && isErrorCode(error['code']) ? [{ code: error['code'], field: error['field'] ?? null }] : [])) }, 'answer');
}
