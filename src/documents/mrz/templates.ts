/**
 * The 37 characters of OCR-B as small pictures, to hold cells of a line against. Rendered by `bench/documents/make-templates.ts`
 * from outlines of a font in the public domain (Matthew Skala; strokes by Norbert Schwarz, free to use, modify and distribute).
 */
import { readFileSync } from 'node:fs';
import { readArray, readRecord, readString } from '#src/lib/assert.ts';

export const mrzCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Pixels of a template. A line is scaled to a pitch of `width`, so that one template covers one cell. */
export const templateSize = { width: 18, height: 24 } as const;
/** Height of a capital when the pitch is 18. */
export const capHeight = 17.5;
/** Height of a capital as a share of the pitch, in OCR-B. */
export const capOfPitch = 1.003;

/** Values have mean 0 and length 1, so that a dot product with a normalised cell is their correlation. */
export type Template = { character: number; values: Float32Array };

export function loadTemplates(): readonly Template[] {
  const { glyphs } = readRecord(JSON.parse(readFileSync(new URL('ocr-b-templates.json', import.meta.url), 'utf8')), 'templates');
  return readArray(glyphs, 'glyphs').map((glyph) => {
    const { character, pixels } = readGlyph(glyph);
    return { character: mrzCharacters.indexOf(character), values: normalised(Float32Array.from(Buffer.from(pixels, 'base64'))) };
  });
}

function readGlyph(glyph: unknown): { character: string; pixels: string } {
  const record = readRecord(glyph, 'glyph');
  return { character: readString(record, 'character'), pixels: readString(record, 'pixels') };
}

function normalised(values: Float32Array): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return centred.map((value) => value / length);
}
