/** Figures as a person reads them at a glance. */

/** `98.4 %`; a dash of nothing. Never 100 while one is missing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  return `${part === whole ? '100' : Math.min(99.9, percent).toFixed(1)} %`;
}

/** `1.3 s`, `4 min`, `2.1 h`. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${short(seconds)} s`;
  if (seconds < 5400) return `${short(seconds / 60)} min`;
  return `${short(seconds / 3600)} h`;
}

const short = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

const axisDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
/** `21 Nov` of `2026-11-21`. */
export const dayLabel = (day: string): string => axisDay.format(new Date(`${day}T00:00:00Z`));

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });
/** `₦1.2M`, for axes. */
export const shortNaira = (value: number): string => `₦${compact.format(value)}`;
export const shortCount = (value: number): string => compact.format(value);
