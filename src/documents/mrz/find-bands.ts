import { neighbourhoodMeans } from '../neighbourhood-means.ts';
import { cutGrey, type Grey } from '../picture.ts';

/** A strip that could be a line of the zone: edges in pixels, and how many runs of ink its densest row has. */
export type Band = { top: number; bottom: number; left: number; right: number; runs: number };

type Chain = { left: number; right: number; runs: number };

const workWidth = 1200;

/** Strips with many short runs of ink over a good part of the width, from the top down. */
export async function findBands(grey: Grey): Promise<Band[]> {
  const width = Math.min(workWidth, grey.width);
  const scale = width / grey.width;
  const small = await cutGrey(grey, null, width);
  const ink = inkOf(small);
  const rows = Array.from({ length: small.height }, (_, y) => longestChain(ink, y * width, width));
  const dense = (y: number): boolean => {
    const row = rows[y];
    return row !== undefined && row.runs >= 26 && row.right - row.left > width * 0.35;
  };
  const bands: Band[] = [];
  for (let y = 0; y < small.height; y += 1) {
    if (!dense(y)) continue;
    const end = lastOf(dense, y, small.height);
    const height = end - y + 1;
    if (height >= 4 && height <= width * 0.06) bands.push(bandOf(rows.slice(y, end + 1).filter((_, index) => dense(y + index)), y, end + 1, scale));
    y = end + 2;
  }
  return bands;
}

/** The last dense row of those that begin here, over gaps of two. */
function lastOf(dense: (y: number) => boolean, from: number, height: number): number {
  let end = from;
  for (let y = from, missed = 0; y < height && missed <= 2; y += 1) {
    if (dense(y)) [end, missed] = [y, 0];
    else missed += 1;
  }
  return end;
}

/** Its sides are those most rows agree on: a frame or a stain must not widen it. */
function bandOf(rows: readonly Chain[], top: number, bottom: number, scale: number): Band {
  const lefts = rows.map(({ left }) => left).toSorted((a, b) => a - b);
  const rights = rows.map(({ right }) => right).toSorted((a, b) => a - b);
  const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { top: top / scale, bottom: bottom / scale, left: at(lefts, 0.1) / scale, right: (at(rights, 0.9) + 1) / scale, runs: Math.max(...rows.map(({ runs }) => runs)) };
}

/** Ink is what is clearly darker than the neighbourhood, so that shadows do not count. */
function inkOf(grey: Grey): Uint8Array {
  const means = neighbourhoodMeans(grey, Math.round(grey.width / 50));
  const ink = new Uint8Array(grey.data.length);
  for (let at = 0; at < ink.length; at += 1) {
    const mean = means[at] ?? 0;
    ink[at] = mean - (grey.data[at] ?? 0) > Math.max(14, mean * 0.14) ? 1 : 0;
  }
  return ink;
}

/** The chain with most runs of ink in a row; gaps within it are shorter than 3 % of the width. */
function longestChain(ink: Uint8Array, from: number, width: number): Chain {
  const widestGap = Math.round(width * 0.03);
  let best: Chain = { left: 0, right: 0, runs: 0 };
  let current: Chain | null = null;
  let inRun = false;
  for (let x = 0; x < width; x += 1) {
    if (ink[from + x] !== 1) {
      inRun = false;
      continue;
    }
    if (!inRun) {
      if (current !== null && x - current.right <= widestGap) current.runs += 1;
      else current = { left: x, right: x, runs: 1 };
      inRun = true;
    }
    if (current === null) continue;
    current.right = x;
    if (current.runs >= best.runs) best = current;
  }
  return best;
}
