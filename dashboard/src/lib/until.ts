/** How long from `now` to a moment, as exactly as it matters: minutes below an hour, minutes beside a few hours, hours beside a few days, then days alone. At least a minute. */
export function until(iso: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(iso) - now) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 6 * 60) return joined([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return hours < 7 * 24 ? joined([Math.floor(hours / 24), 'd'], [hours % 24, 'h']) : `${Math.round(hours / 24)} d`;
}

function joined(...parts: readonly (readonly [number, string])[]): string {
  return parts.filter(([amount]) => amount !== 0).map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}
