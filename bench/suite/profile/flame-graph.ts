/** A V8 CPU profile as a flame graph: a box is a function on the stack, as wide as the time it was there; idle time is left out. Hover for its name and share. */
import { readArray, readNumber, readRecord, readString } from '#src/lib/assert.ts';
import { escaped } from '../report/chart.ts';

type Frame = { name: string; part: string; /** Microseconds, callees included. */ total: number; children: Map<string, Frame> };

const width = 1400;
const rowHeight = 17;
const top = 48;
/** Narrower boxes would be a smear, and most of the file. */
const leastPixels = 0.6;
const leastLabelled = 40;
const colours: Readonly<Record<string, string>> = { src: '#f2a65a', packages: '#8fb8de', node: '#b7d7a8', native: '#d9b3d9' };

export function flameGraph(profile: Record<string, unknown>, title: string): string {
  const root = treeOf(profile);
  const rows = depthOf(root);
  const height = top + rows * rowHeight + 28;
  const boxes: string[] = [];
  draw(root, 0, 0, width / Math.max(1, root.total), root.total, height - 28, boxes);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, monospace" font-size="11" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/><text x="8" y="20" font-size="15" fill="#222">${escaped(title)}</text>`,
    ...Object.entries(colours).map(([name, colour], at) => `<rect x="${8 + at * 110}" y="30" width="11" height="11" fill="${colour}"/><text x="${24 + at * 110}" y="40" fill="#222">${name}</text>`),
    ...boxes, '</svg>', '',
  ].join('\n');
}

function treeOf(profile: Record<string, unknown>): Frame {
  const nodes = new Map(readArray(profile['nodes']).map((node) => readRecord(node)).map((node) => [readNumber(node, 'id'), node]));
  const parents = new Map([...nodes].flatMap(([id, node]) => readArray(node['children'] ?? []).map((child): [number, number] => [Number(child), id])));
  const stacks = new Map<number, readonly { name: string; part: string }[]>();
  const stackOf = (id: number): readonly { name: string; part: string }[] => {
    const known = stacks.get(id);
    if (known !== undefined) return known;
    const node = nodes.get(id);
    const parent = parents.get(id);
    const stack = node === undefined || parent === undefined ? [] : [...stackOf(parent), labelOf(readRecord(node['callFrame']))];
    stacks.set(id, stack);
    return stack;
  };
  const root: Frame = { name: 'all', part: 'native', total: 0, children: new Map() };
  const deltas = readArray(profile['timeDeltas']);
  readArray(profile['samples']).forEach((sample, at) => {
    const stack = stackOf(Number(sample));
    if (stack.length === 0 || stack[0]?.name.startsWith('(idle)') === true) return;
    const microseconds = Math.max(0, Number(deltas[at] ?? 0));
    let frame = root;
    frame.total += microseconds;
    for (const { name, part } of stack) {
      const next: Frame = frame.children.get(name) ?? { name, part, total: 0, children: new Map() };
      frame.children.set(name, next);
      next.total += microseconds;
      frame = next;
    }
  });
  return root;
}

function labelOf(frame: Record<string, unknown>): { name: string; part: string } {
  const url = readString(frame, 'url');
  const file = url.split('/').slice(-2).join('/');
  const own = readString(frame, 'functionName') || '(anonymous)';
  const part = url.includes('/node_modules/') ? 'packages' : url.startsWith('node:') ? 'node' : url === '' ? 'native' : 'src';
  return { name: file === '' ? own : `${own} ${file}:${readNumber(frame, 'lineNumber') + 1}`, part };
}

function depthOf(frame: Frame): number {
  return 1 + Math.max(0, ...[...frame.children.values()].map(depthOf));
}

/** The root is at the bottom; the widest callee first. */
function draw(frame: Frame, depth: number, x: number, scale: number, all: number, floor: number, boxes: string[]): void {
  const pixels = frame.total * scale;
  if (pixels < leastPixels) return;
  const y = floor - (depth + 1) * rowHeight;
  const label = pixels < leastLabelled ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}" fill="#222">${escaped(frame.name.slice(0, Math.floor(pixels / 6.7)))}</text>`;
  boxes.push(`<g><title>${escaped(`${frame.name}: ${((100 * frame.total) / all).toFixed(1)} %, ${Math.round(frame.total / 1000)} ms`)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, pixels - 0.4).toFixed(1)}" height="${rowHeight - 1}" fill="${colours[frame.part] ?? '#ccc'}"/>${label}</g>`);
  let at = x;
  for (const child of [...frame.children.values()].toSorted((left, right) => right.total - left.total)) {
    draw(child, depth + 1, at, scale, all, floor, boxes);
    at += child.total * scale;
  }
}
