/** One line for each try to forward an event: when, what, about whom, what came back. */
import { isRecord } from '../../../src/lib/assert.ts';
import { naira, shortId } from '../shown.ts';
import { cut, type Terminal } from '../terminal.ts';
import { type Forwarded, type ForwardedEvent, isAcknowledged } from './forward.ts';

const kindColumns = 24;
const answerColumns = 12;
/** Time, kind, answer and milliseconds, with the spaces between them. */
const otherColumns = 8 + 2 + kindColumns + 2 + 1 + answerColumns + 8;

export function eventLine({ columns, paint }: Terminal, now: Date, event: ForwardedEvent, result: Forwarded): string {
  const room = Math.max(12, Math.min(columns - otherColumns, 44));
  const answer = result.status === null ? (result.error ?? 'no answer') : String(result.status);
  const tried = result.attempt === 1 ? '' : ` #${result.attempt}`;
  const shown = `→ ${answer}${tried}`.padEnd(answerColumns);
  const colour = isAcknowledged(result) ? paint.good : paint.bad;
  return `${paint.faint(now.toTimeString().slice(0, 8))}  ${cut(event.kind, kindColumns).padEnd(kindColumns)}  ${cut(aboutOf(event), room).padEnd(room)} ${colour(shown)}${paint.faint(`${result.latencyMs} ms`.padStart(8))}`;
}

/** Whom it is about, and how much. */
export function aboutOf({ body, id }: ForwardedEvent): string {
  const parsed: unknown = JSON.parse(body);
  const data = isRecord(parsed) && isRecord(parsed['data']) ? parsed['data'] : {};
  const subject = ['transactionId', 'batchId', 'accountNumber', 'customerId', 'checkId', 'webhookId'].map((name) => data[name]).find((value) => typeof value === 'string');
  const { amount } = data;
  return [typeof subject === 'string' ? shortId(subject) : shortId(id), ...(typeof amount === 'number' ? [naira(amount)] : [])].join('  ');
}
