/** When a card ends, by the date that stands with the word for it. Pure: lines of text in, a day out, or nothing where any doubt is left. */
import { thresholds } from '../thresholds.ts';
import type { TextLine } from './match-number.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
/** 31-12-2029, 31/12/2029, 31 DEC 2029, 31DEC2029. */
const dayPattern = new RegExp(`(?<![0-9A-Z])(\\d{2})[-/. ]{0,3}(${months.join('|')}|\\d{2})[-/. ]{0,3}(\\d{4})(?![0-9A-Z])`, 'g');
const label = /(?<![A-Z])(?:DATE OF )?(?:EXP(?:IR(?:Y|ES|ATION))?|VALID (?:TILL|UNTIL|TO|THRU))(?: DATE)?(?![A-Z])[ :.]*/;
/** Licences are issued for three or five years, and renewals may run longer. */
const longestYears = 11;

type DatedLine = { line: TextLine; days: readonly Date[] };

/**
 * The last day of validity as a UTC midnight. Null unless it was read without a doubt: the reader was sure of the line, one day stands with the label or the labels agree, every other day
 * on the card is earlier, and one of them, the day of issue, by no more than a licence lasts. A digit that was misread breaks one of these more often than not.
 */
export function findExpiry(lines: readonly TextLine[]): Date | null {
  const dated = lines.map((line) => ({ line, days: daysIn(line.text) })).filter(({ days }) => days.length > 0);
  const named = lines.flatMap((line) => expiryAt(line, dated) ?? []);
  const [expiry] = named;
  if (expiry === undefined || expiry.confidence < thresholds.printedConfidence || named.some(({ day }) => day.getTime() !== expiry.day.getTime())) return null;
  const others = dated.flatMap(({ days }) => days).filter((day) => day.getTime() !== expiry.day.getTime());
  const latest = Math.max(...others.map((day) => day.getTime()));
  return latest < expiry.day.getTime() && yearsBetween(latest, expiry.day.getTime()) <= longestYears ? expiry.day : null;
}

/** The day that belongs to a label in this line: behind it, to its right, or below it; null where the line has no label, or the label no day. */
function expiryAt(line: TextLine, dated: readonly DatedLine[]): { day: Date; confidence: number } | null {
  const text = line.text.toUpperCase();
  const found = label.exec(text);
  if (found === null) return null;
  const [behind] = daysIn(text.slice(found.index + found[0].length));
  if (behind !== undefined) return { day: behind, confidence: line.confidence };
  // A label that stands behind other words in its line says nothing about where its own day would be.
  if (found.index > 0) return null;
  const [near] = dated.filter((other) => other.line !== line && other.days.length === 1 && belongs(line, other.line)).toSorted((a, b) => away(line, a.line) - away(line, b.line));
  return near?.days[0] === undefined ? null : { day: near.days[0], confidence: near.line.confidence };
}

/** To the right at one height, or under it at one margin; in both no further than a line or two. */
function belongs(title: TextLine, value: TextLine): boolean {
  const height = Math.max(title.bottom - title.top, value.bottom - value.top);
  const beside = Math.abs(title.top + title.bottom - value.top - value.bottom) / 2 < height / 2 && value.left >= title.right - height / 2 && value.left - title.right < 4 * height;
  const below = value.top > title.top && value.top - title.bottom < height && Math.abs(value.left - title.left) < 1.5 * height;
  return beside || below;
}

const away = (title: TextLine, value: TextLine): number => Math.hypot(value.left - title.left, value.top - title.top);

function daysIn(text: string): Date[] {
  return [...text.toUpperCase().matchAll(dayPattern)].flatMap(([, day = '', month = '', year = '']) => {
    const named = months.findIndex((name) => name === month);
    const at = named === -1 ? Number(month) - 1 : named;
    const date = new Date(Date.UTC(Number(year), at, Number(day)));
    return date.getUTCMonth() === at && date.getUTCDate() === Number(day) && Number(year) >= 1900 && Number(year) < 2100 ? [date] : [];
  });
}

const yearsBetween = (earlier: number, later: number): number => (later - earlier) / (365.25 * 86_400_000);
