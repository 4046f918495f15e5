/** Bars and lines as SVG, dark on white, without a library: a chart here is a few rectangles and words. */
export type Chart = { /** Name of its file, without suffix. */ name: string; title: string; svg: string };

export type Bars = { title: string; unit: string; series: readonly string[]; groups: readonly { label: string; values: readonly (number | null)[] }[]; /** A dashed line across. */ line?: { label: string; value: number } };
export type Ranks = { title: string; unit: string; rows: readonly { label: string; value: number }[] };
export type Lines = { title: string; x: string; y: string; series: readonly { label: string; points: readonly (readonly [number, number])[] }[]; /** A dashed line across. */ line?: { label: string; value: number } };

const size = { width: 760, height: 340, left: 64, right: 20, top: 56, bottom: 56 } as const;
const colours = ['#1f5fa8', '#c8641b', '#2e7d4f', '#7a3f94', '#8a8a1a'] as const;
const ink = '#222';

export function barChart(name: string, { title, unit, series, groups, line }: Bars): Chart {
  const top = niceTop(Math.max(line?.value ?? 0, ...groups.flatMap((group) => group.values.map((value) => value ?? 0))));
  const y = (value: number): number => size.height - size.bottom - (value / top) * (size.height - size.top - size.bottom);
  const groupWidth = (size.width - size.left - size.right) / Math.max(1, groups.length);
  const barWidth = Math.min(56, (groupWidth * 0.8) / series.length);
  const bars = groups.flatMap((group, at) => {
    const middle = size.left + groupWidth * (at + 0.5);
    const first = middle - (barWidth * series.length) / 2;
    return [
      text(middle, size.height - size.bottom + 18, group.label, 'middle'),
      ...group.values.flatMap((value, which) => value === null ? [] : [
        `<rect x="${round(first + which * barWidth + 1)}" y="${round(y(value))}" width="${round(barWidth - 2)}" height="${round(y(0) - y(value))}" fill="${colourOf(which)}"/>`,
        text(first + (which + 0.5) * barWidth, y(value) - 4, String(value), 'middle', 11),
      ]),
    ];
  });
  return { name, title, svg: frame(title, unit, series, [...grid(top, y), ...bars, ...across(line, y)]) };
}

/** For words that are longer than a bar is wide: one bar below the other. */
export function rankChart(name: string, { title, unit, rows }: Ranks): Chart {
  const [left, rowHeight] = [230, 28];
  const most = Math.max(1e-6, ...rows.map(({ value }) => value));
  const height = size.top + rows.length * rowHeight + 16;
  const parts = rows.flatMap(({ label, value }, at) => {
    const y = size.top + at * rowHeight;
    const long = (value / most) * (size.width - left - 80);
    return [text(left - 8, y + 17, label, 'end'), `<rect x="${left}" y="${y + 3}" width="${round(long)}" height="${rowHeight - 8}" fill="${colourOf(0)}"/>`, text(left + long + 6, y + 17, String(value), 'start')];
  });
  return { name, title, svg: frame(title, unit, [], parts, height) };
}

export function lineChart(name: string, { title, x, y, series, line }: Lines): Chart {
  const points = series.flatMap((one) => one.points);
  const right = Math.max(1, ...points.map(([at]) => at));
  const top = niceTop(Math.max(line?.value ?? 0, ...points.map(([, value]) => value)));
  const atX = (value: number): number => size.left + (value / right) * (size.width - size.left - size.right);
  const atY = (value: number): number => size.height - size.bottom - (value / top) * (size.height - size.top - size.bottom);
  const paths = series.map(({ points: own }, which) => `<polyline fill="none" stroke="${colourOf(which)}" stroke-width="2" points="${own.map(([at, value]) => `${round(atX(at))},${round(atY(value))}`).join(' ')}"/>`);
  const ticks = Array.from({ length: 6 }, (_, tick) => text(atX((right * tick) / 5), size.height - size.bottom + 18, String(round((right * tick) / 5)), 'middle'));
  const parts = [...grid(top, atY), ...paths, ...ticks, text(size.width - size.right, size.height - size.bottom + 36, x, 'end'), ...across(line, atY)];
  return { name, title, svg: frame(title, y, series.map((one) => one.label), parts) };
}

function frame(title: string, unit: string, series: readonly string[], parts: readonly string[], height: number = size.height): string {
  const room = (size.width - size.left) / Math.max(1, series.length);
  const legend = series.length < 2 ? [] : series.flatMap((label, at) => [
    `<rect x="${round(size.left + at * room)}" y="${size.height - 18}" width="11" height="11" fill="${colourOf(at)}"/>`, text(size.left + at * room + 16, size.height - 8, label, 'start'),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" font-family="system-ui, sans-serif" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${size.width}" height="${height}" fill="#fff"/>`, text(12, 22, title, 'start', 15, 600), text(12, 42, unit, 'start'), ...parts, ...legend, '</svg>', '',
  ].join('\n');
}

function grid(top: number, y: (value: number) => number): string[] {
  return Array.from({ length: 5 }, (_, step) => (top * step) / 4).flatMap((value) => [
    `<line x1="${size.left}" x2="${size.width - size.right}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="#ddd"/>`, text(size.left - 8, y(value) + 4, String(round(value)), 'end'),
  ]);
}

function across(line: Bars['line'], y: (value: number) => number): string[] {
  if (line === undefined) return [];
  return [`<line x1="${size.left}" x2="${size.width - size.right}" y1="${round(y(line.value))}" y2="${round(y(line.value))}" stroke="${ink}" stroke-dasharray="6 4"/>`, text(size.width - size.right, y(line.value) - 6, line.label, 'end')];
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end', fontSize = 12, weight = 400): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${fontSize}" font-weight="${weight}" fill="${ink}">${escaped(words)}</text>`;
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten that leaves room above the tallest. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1e-6)));
  return (([1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10] as const).find((step) => step * power >= most * 1.08) ?? 12) * power;
}

const colourOf = (at: number): string => colours[at % colours.length] ?? ink;
const round = (value: number): number => Math.round(value * 100) / 100;
export const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
