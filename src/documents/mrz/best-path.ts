import { mrzLength } from './check-digits.ts';
import type { Fits } from './measure-fits.ts';
import { templateSize } from './templates.ts';

const pitch = templateSize.width;
/** Cells are a pitch apart, within 14 %; each pixel off costs this much fit. */
const nearest = Math.round(pitch * 0.86);
const farthest = Math.round(pitch * 1.14);
const costOfPixel = 0.012;
/** What fits worse than this is no character. */
const leastFit = 0.05;
const impossible = -1e9;

/**
 * The places of the 44 cells that fit best in sum (Viterbi): each cell follows the one before at about a pitch. Null where no
 * such row exists. Looks at even places only, as the fits were measured.
 */
export function bestPath(fits: Fits, alphabet: readonly Uint8Array[]): number[] | null {
  const { places } = fits;
  const sums = new Float32Array(mrzLength * places).fill(impossible);
  const from = new Int32Array(mrzLength * places).fill(-1);
  for (let cell = 0; cell < mrzLength; cell += 1) {
    const allowed = alphabet[cell];
    if (allowed === undefined) return null;
    for (let place = 0; place < places; place += 2) {
      const fit = fits.best(place, allowed);
      if (fit <= leastFit) continue;
      const at = cell * places + place;
      if (cell === 0) {
        if (place <= pitch * 3) sums[at] = fit;
        continue;
      }
      const previous = bestBefore(sums, (cell - 1) * places, place);
      if (previous === null) continue;
      sums[at] = previous.sum + fit;
      from[at] = previous.place;
    }
  }
  return trace(sums, from, places);
}

function bestBefore(sums: Float32Array, row: number, place: number): { sum: number; place: number } | null {
  let best: { sum: number; place: number } | null = null;
  for (let distance = nearest; distance <= farthest; distance += 1) {
    const before = place - distance;
    if (before < 0 || before % 2 !== 0) continue;
    const sum = (sums[row + before] ?? impossible) - Math.abs(distance - pitch) * costOfPixel;
    if (sum > impossible / 2 && (best === null || sum > best.sum)) best = { sum, place: before };
  }
  return best;
}

function trace(sums: Float32Array, from: Int32Array, places: number): number[] | null {
  const last = (mrzLength - 1) * places;
  let place = -1;
  for (let x = 0; x < places; x += 1) {
    if ((sums[last + x] ?? impossible) > (place < 0 ? impossible / 2 : (sums[last + place] ?? impossible))) place = x;
  }
  if (place < 0) return null;
  const path: number[] = [];
  for (let cell = mrzLength - 1; cell >= 0; cell -= 1) {
    path.unshift(place);
    place = from[cell * places + place] ?? -1;
  }
  return path;
}
