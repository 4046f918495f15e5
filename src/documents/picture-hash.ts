/**
 * Perceptual hashes, version 2: the signs of a picture's waves, 40 along by 32 down, after the light was taken out of it. Pictures of one page differ in a few hundredths of the bits, pages of one
 * layout with other names and another photo in a tenth and more: `npm run bench -- pictures` measures it. Version 1 was 16 hex digits of the whole picture, and told shadows apart rather than documents.
 */
import { neighbourhoodMeans } from './neighbourhood-means.ts';
import { type Area, cutGrey, type Grey } from './picture.ts';
import type { TextLine } from './printed/match-number.ts';

const [width, height] = [192, 128];
const [along, down] = [40, 32];
/** A shadow is wider than this many pixels of the small picture, and print is narrower. */
const neighbourhood = 12;
/** Keeps plain paper from being blown up to noise: grey levels added to the contrast of a neighbourhood. */
const leastContrast = 4;

/** Of a page that stands upright and level: what is printed on it, from the first line to the last, so that the table around it does not count. */
export async function pageHashOf(page: Grey, lines: readonly TextLine[]): Promise<string> {
  return `p2:${await wavesOf(page, printedArea(page, lines))}`;
}

/** Of a whole picture: the same file again, re-encoded or at another size. */
export async function selfieHashOf(selfie: Grey): Promise<string> {
  return `s2:${await wavesOf(selfie, null)}`;
}

function printedArea(page: Grey, lines: readonly TextLine[]): Area | null {
  const sure = lines.filter(({ confidence }) => confidence >= 0.5);
  if (sure.length === 0) return null;
  const left = Math.max(0, Math.floor(Math.min(...sure.map((line) => line.left))));
  const top = Math.max(0, Math.floor(Math.min(...sure.map((line) => line.top))));
  const right = Math.min(page.width, Math.ceil(Math.max(...sure.map((line) => line.right))));
  const bottom = Math.min(page.height, Math.ceil(Math.max(...sure.map((line) => line.bottom))));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** 1,280 bits as 320 hex digits. */
async function wavesOf(grey: Grey, area: Area | null): Promise<string> {
  const even = evenlyLit(await cutGrey(grey, area, width, height));
  const bits = new Uint8Array((along * down) / 8);
  const downWaves = Array.from({ length: down }, (_, v) => wave(v, height));
  for (let u = 0; u < along; u += 1) {
    // What does not change along a row says most of the light and least of the page.
    const across = wave(u + 1, width);
    const rows = Float64Array.from({ length: height }, (_, y) => product(even.subarray(y * width, (y + 1) * width), across));
    for (const [v, waves] of downWaves.entries()) {
      const at = v * along + u;
      if (product(rows, waves) > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  }
  return Buffer.from(bits).toString('hex');
}

/** A cosine of so many half turns: a row of the discrete cosine transform. */
function wave(halfTurns: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, at) => Math.cos(((at + 0.5) * halfTurns * Math.PI) / length));
}

function product(one: Float32Array | Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Each pixel by how far it stands from its neighbourhood's mean, in that neighbourhood's contrast. */
function evenlyLit({ data }: Grey): Float32Array {
  const means = neighbourhoodMeans({ width, height, data }, neighbourhood);
  const apart = means.map((mean, at) => (data[at] ?? 0) - mean);
  const spreads = neighbourhoodMeans({ width, height, data: apart.map((value) => value * value) }, neighbourhood);
  return apart.map((value, at) => value / (Math.sqrt(spreads[at] ?? 0) + leastContrast));
}
