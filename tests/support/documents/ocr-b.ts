/**
 * OCR-B as outlines, so that specimens and templates need no font on the machine. From OCRB.otf of Debian's fonts-ocr-b 0.3:
 * Matthew Skala, in the public domain; after Norbert Schwarz, who lets anybody use, modify and distribute his.
 */
import { readFileSync } from 'node:fs';
import { readRecord, readString } from '#src/lib/assert.ts';

const outlines = readRecord(JSON.parse(readFileSync(new URL('ocr-b-outlines.json', import.meta.url), 'utf8')), 'outlines');

/** Units of the outlines: 1000 to the em, every character 723 wide, y upwards from the baseline. */
export const ocrB = { em: 1000, advance: 723 } as const;

/** A character as an SVG path: its cell's left end at x, its baseline at y, at a font size. Nothing for a character the font lacks. */
export function glyph(character: string, x: number, y: number, size: number): string {
  const outline = Object.hasOwn(outlines, character) ? readString(outlines, character) : '';
  const scale = size / ocrB.em;
  return outline === '' ? '' : `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale} ${-scale})" d="${outline}"/>`;
}

/** A text in OCR-B at its own pitch, or at `pitch`. */
export function ocrBText(text: string, x: number, y: number, size: number, pitch = (size * ocrB.advance) / ocrB.em): string {
  const inset = (pitch - (size * ocrB.advance) / ocrB.em) / 2;
  return [...text].map((character, index) => glyph(character, x + index * pitch + inset, y, size)).join('');
}
