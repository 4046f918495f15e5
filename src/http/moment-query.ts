/** Query parameters that name a time: a day or an instant. */
import { z } from 'zod';
import { fail } from '#src/errors.ts';
import { isCalendarDay, lagosDayEnd, lagosDayStartOf } from '#src/lib/time.ts';

/** Schema of a time in a query; `readMoment` reads it. */
export const momentQuery = (meaning: string) => z.string().max(40).optional().describe(`${meaning} A day (YYYY-MM-DD, Lagos) or an ISO 8601 time.`).meta({ examples: ['2026-01-31'] });

/** A day is its whole Lagos day; a time without an offset is Lagos time; `before` is exclusive, so a time counts itself in. @throws Failure invalid_field */
export function readMoment(text: string, name: string): { from: Date; before: Date } {
  const day = lagosDayStartOf(text);
  if (day !== null) return { from: day, before: lagosDayEnd(day) };
  const match = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/.exec(text);
  if (match === null || !isCalendarDay(match[1] ?? '')) {
    throw fail('invalid_field', { field: `/query/${name}`, message: `${name} must be a day, YYYY-MM-DD, or an ISO 8601 time.` });
  }
  const from = new Date(match[5] === undefined ? `${text}+01:00` : text);
  return { from, before: new Date(from.getTime() + 1) };
}

/** The span of two such parameters; `to` is exclusive, and null where that end is open. @throws Failure invalid_field, also where it ends before it begins */
export function readSpan(from: string | undefined, to: string | undefined, names = { from: 'from', to: 'to' }): { from: Date | null; to: Date | null } {
  const span = { from: from === undefined ? null : readMoment(from, names.from).from, to: to === undefined ? null : readMoment(to, names.to).before };
  if (span.from !== null && span.to !== null && span.to <= span.from) throw fail('invalid_field', { field: `/query/${names.to}`, message: `${names.to} is before ${names.from}.` });
  return span;
}
