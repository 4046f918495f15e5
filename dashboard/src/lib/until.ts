/** How long from `now` to a moment, in words of its two largest units: `23 h 5 min`. At least a minute. */
export function until(iso: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(iso) - now) / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  const parts = [[days, 'd'], [hours, 'h'], [rest, 'min']].filter(([amount]) => amount !== 0).slice(0, 2);
  return parts.map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}
