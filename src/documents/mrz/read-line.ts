/** Reads one line of the zone: every template against every place, then the best path of 44 cells at nearly equal distances. */
import { cutGrey, type Grey } from '../picture.ts';
import { alphabets } from './alphabet.ts';
import { mrzLength } from './check-digits.ts';
import { bestPath } from './best-path.ts';
import { createCorrelator } from './correlate.ts';
import type { Band } from './find-bands.ts';
import { type Fits, measureFits } from './measure-fits.ts';
import { capHeight, capOfPitch, mrzCharacters, type Template, templateSize } from './templates.ts';

/** What a cell may be, best first. */
export type Choice = { character: string; fit: number };

/** `score`: the mean of the best fits. Genuine OCR-B is above 0.8; other fonts reach 0.83 and must not be believed below 0.85. */
export type ReadLine = { text: string; cells: readonly (readonly Choice[])[]; score: number };

const pitch = templateSize.width;

/** The width of 44 cells is 43.8 pitches of ink: the first and last letters do not fill theirs. */
export const pitchOf = (band: Band): number => (band.right - band.left) / 43.8;

/** Tries the height that the width implies, and the band's own where that differs. Null where no path was found. */
export async function readLine(grey: Grey, band: Band, templates: readonly Template[], line: 0 | 1): Promise<ReadLine | null> {
  const implied = pitchOf(band) * capOfPitch;
  const own = band.bottom - band.top;
  const caps = Math.abs(own / implied - 1) > 0.06 ? [implied, Math.min(implied * 1.25, Math.max(implied * 0.8, own))] : [implied];
  let best: ReadLine | null = null;
  for (const cap of caps) {
    const read = await readAt(grey, band, cap, templates, line);
    if (read !== null && (best === null || read.score > best.score)) best = read;
    if (best !== null && best.score > 0.93) break;
  }
  return best;
}

async function readAt(grey: Grey, band: Band, cap: number, templates: readonly Template[], line: 0 | 1): Promise<ReadLine | null> {
  const ownPitch = pitchOf(band);
  const margin = ownPitch * 1.2;
  const middle = (band.top + band.bottom) / 2;
  const left = Math.max(0, Math.floor(band.left - margin));
  const top = Math.max(0, Math.floor(middle - cap * 1.05));
  const area = { left, top, width: Math.min(grey.width, Math.ceil(band.right + margin)) - left, height: Math.min(grey.height, Math.ceil(middle + cap * 1.05)) - top };
  const width = Math.round((area.width * pitch) / ownPitch);
  const height = Math.round((area.height * capHeight) / cap);
  if (height < templateSize.height + 2 || width < pitch * mrzLength) return null;
  const alphabet = alphabets[line];
  const useful = templates.filter(({ character }) => alphabet.some((mask) => mask[character] === 1));
  const fits = measureFits(createCorrelator(await cutGrey(grey, area, width, height)), useful);
  const places = bestPath(fits, alphabet);
  return places === null ? null : describe(fits, places, alphabet);
}

/** The choices of each cell at its place and one pixel to each side, and the text of the best of them. */
function describe(fits: Fits, places: readonly number[], alphabet: readonly Uint8Array[]): ReadLine {
  const cells = places.map((place, cell) => {
    const near = [place - 1, place, place + 1].filter((x) => x >= 0 && x < fits.places);
    for (const x of near) fits.measure(x);
    const choices = [...mrzCharacters].flatMap((character, index) =>
      (alphabet[cell]?.[index] === 1 ? [{ character, fit: Math.max(...near.map((x) => fits.at(x, index))) }] : []));
    return choices.toSorted((a, b) => b.fit - a.fit).slice(0, 3);
  });
  return { text: cells.map(([best]) => best?.character ?? '<').join(''), cells, score: cells.reduce((sum, [best]) => sum + (best?.fit ?? 0), 0) / cells.length };
}
