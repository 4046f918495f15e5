/** Writes `src/documents/mrz/ocr-b-templates.json`: each character drawn large, then reduced to the pitch at which lines are read. */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { capHeight, mrzCharacters, templateSize } from '#src/documents/mrz/templates.ts';
import { glyph, ocrB } from '#tests/support/documents/ocr-b.ts';

const enlargement = 8;
/** A camera's letters are never sharper than this, in pixels of the template. */
const blur = 0.7;
const aboveCap = 3.2;

async function pixelsOf(character: string): Promise<string> {
  const { width, height } = templateSize;
  const drawing = glyph(character, 0, capHeight + aboveCap, (width * ocrB.em) / ocrB.advance);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * enlargement}" height="${height * enlargement}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/>${drawing}</svg>`;
  const large = await sharp(Buffer.from(svg)).greyscale().png().toBuffer();
  const { data, info } = await sharp(large).resize(width, height, { kernel: 'cubic' }).blur(blur).greyscale().raw().toBuffer({ resolveWithObject: true });
  const ink = Array.from({ length: width * height }, (_, at) => 255 - (data[at * info.channels] ?? 0));
  return Buffer.from(ink).toString('base64');
}

const glyphs = await Promise.all([...mrzCharacters].map(async (character) => ({ character, pixels: await pixelsOf(character) })));
writeFileSync(new URL('../../src/documents/mrz/ocr-b-templates.json', import.meta.url), `{ "glyphs": [\n${glyphs.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n] }\n`);
