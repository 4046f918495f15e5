/** Moments as PostgreSQL writes and reads them. */
import pg from 'pg';
import { isoMillis } from '#src/lib/time.ts';

/** ISO 8601 in UTC; PostgreSQL counts the years before 1 backwards and has no sign before them. */
export function timestampText(date: Date): string {
  const iso = isoMillis(date);
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return iso;
  const rest = iso.slice(iso.indexOf('-', 1));
  return year > 9999 ? `${year}${rest}` : `${String(1 - year).padStart(4, '0')}${rest} BC`;
}

const timestamptz = 1184;
const readAny = pg.types.getTypeParser(timestamptz, 'text');

/**
 * To the millisecond. What a session in UTC answers, `2026-03-01 08:30:00.123456+00`, is read here: the driver takes it apart by a pattern, which was a twentieth of what
 * a list costs (docs/performance.md).
 */
export function readTimestamp(text: string): unknown {
  const end = text.length - 3;
  const year = two(text, 0) * 100 + two(text, 2);
  // Years of other lengths, offsets and infinity stand elsewhere; the years 0 to 99 are others to `Date.UTC`.
  if (!text.endsWith('+00') || text.charCodeAt(4) !== dash || text.charCodeAt(16) !== colon || year < 100) return readAny(text);
  const digit = (at: number): number => (at < end ? text.charCodeAt(at) - zero : 0);
  return new Date(Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), digit(20) * 100 + digit(21) * 10 + digit(22)));
}

const [zero, dash, colon] = [48, 45, 58];

const two = (text: string, at: number): number => (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
