/** Finds the zone of a passport page and reads it. */
import type { Grey } from '../picture.ts';
import { checksOf, type MrzChecks } from './check-digits.ts';
import { type Band, findBands } from './find-bands.ts';
import { pitchOf, readLine } from './read-line.ts';
import { preferDigits, repairLine } from './repair.ts';
import type { Template } from './templates.ts';

export type Mrz = {
  lines: readonly [string, string];
  checks: MrzChecks;
  /** How many of the five check digits hold. */
  holding: number;
  /** Characters that were changed to make them hold. */
  repairs: number;
  /** Mean fit of all characters, 0 to 1. */
  score: number;
};

/** What reading may stop at. */
const goodScore = 0.78;
const goodHolding = 4;

/** Lines stand 2.5 pitches apart: 6.35 mm at 2.54 mm. */
const linesApart = 2.5;

export async function readMrz(grey: Grey, templates: readonly Template[]): Promise<Mrz | null> {
  const bands = (await findBands(grey)).filter(couldBeLine);
  let best: Mrz | null = null;
  for (const [upper, lower] of [...pairsOf(bands), ...guessedPairs(bands, grey.height)]) {
    const read = await readPair(grey, upper, lower, templates);
    if (read !== null && (best === null || read.holding > best.holding || (read.holding === best.holding && read.score > best.score))) best = read;
    if (best !== null && best.holding >= goodHolding && best.score >= goodScore) break;
  }
  return best;
}

function couldBeLine(band: Band): boolean {
  const shape = (band.bottom - band.top) / pitchOf(band);
  return shape > 0.5 && shape < 1.6 && band.runs >= 28 && band.runs <= 150;
}

/** The two pairs of equal extent whose distance is most like that of a zone's lines. */
function pairsOf(bands: readonly Band[]): [Band, Band][] {
  const pairs = bands.flatMap((lower, index) => bands.slice(Math.max(0, index - 3), index).flatMap((upper) => {
    const pitch = (pitchOf(upper) + pitchOf(lower)) / 2;
    const gap = (lower.top + lower.bottom - upper.top - upper.bottom) / 2 / pitch;
    const shift = (Math.abs(upper.left - lower.left) + Math.abs(upper.right - lower.right)) / pitch;
    return gap < 1.7 || gap > 3.4 || shift > 6 ? [] : [{ upper, lower, cost: shift + 3 * Math.abs(gap - linesApart) }];
  }));
  return pairs.toSorted((a, b) => a.cost - b.cost).slice(0, 2).map(({ upper, lower }) => [upper, lower]);
}

/** Where only one of the lines was found, or one with a wrong extent: the other must be at its distance above or below. */
function guessedPairs(bands: readonly Band[], height: number): [Band, Band][] {
  const lone = bands.filter(({ top }) => top > height * 0.3).slice(-3).toReversed();
  const pairs = lone.flatMap((band): [Band, Band][] => {
    const shifted = (lines: number): Band => ({ ...band, top: band.top + lines * linesApart * pitchOf(band), bottom: band.bottom + lines * linesApart * pitchOf(band) });
    return [[shifted(-1), band], [band, shifted(1)]];
  });
  return pairs.filter(([upper, lower]) => upper.top >= 0 && lower.bottom <= height).slice(0, 4);
}

/** The second line first: most of what is wrongly taken for a zone fails there, and the first line need not be read. */
async function readPair(grey: Grey, upper: Band, lower: Band, templates: readonly Template[]): Promise<Mrz | null> {
  const second = await readLine(grey, lower, templates, 1);
  if (second === null || second.score < 0.6) return null;
  const { text, repairs } = repairLine(preferDigits(second));
  const checks = checksOf(text);
  const holding = Object.values(checks).filter(Boolean).length;
  if (holding < 3 && second.score <= 0.75) return null;
  const first = await readLine(grey, upper, templates, 0);
  return first === null ? null : { lines: [first.text, text], checks, holding, repairs, score: (first.score + second.score) / 2 };
}
