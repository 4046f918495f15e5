/** Birth dates as registries and their providers write them. */
import { isCalendarDay } from '#src/lib/time.ts';

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/**
 * A day out of any of these, else null. A time behind an ISO day is passed over and never moves the day.
 *
 *   1990-01-15   1990-01-15T00:00:00.000Z   1990-01-15 00:00:00   1990/01/15
 *   15-01-1990   15/01/1990   15-Jan-1990   15-January-1990   15 JAN 1990
 *
 * The day stands before the month, as everywhere in Nigeria; a month above 12 is no date and never read the other way round.
 * Years have four digits: which century `90` means is not guessed. Never throws.
 */
export function readDay(written: string): string | null {
  const text = written.trim();
  const iso = /^(\d{4})([-/])(\d{2})\2(\d{2})(?:$|[T ]\d{2}:\d{2})/.exec(text);
  if (iso !== null) return dayOf(iso[1] ?? '', Number(iso[3]), iso[4] ?? '');
  const spoken = /^(\d{1,2})([-/ ])(\d{1,2}|[A-Za-z]{3,9})\2(\d{4})$/.exec(text);
  if (spoken === null) return null;
  const [, day = '', , month = '', year = ''] = spoken;
  return dayOf(year, /^\d/.test(month) ? Number(month) : monthOf(month), day);
}

/** 1 to 12 for a month's name or its first three letters; 0 for anything else. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return months.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1;
}

function dayOf(year: string, month: number, day: string): string | null {
  const result = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(result) ? result : null;
}
