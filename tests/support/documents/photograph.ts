/** What a camera does to a page: margin, tilt, perspective's shear, shadow, glare, blur, noise, compression. */
import sharp, { type Sharp } from 'sharp';
import { seededRandom } from '#tests/simulation/random.ts';

export type Conditions = {
  /** Degrees clockwise. */
  turn?: number;
  /** Of the width, on each side. */
  margin?: number;
  shear?: number;
  scale?: number;
  blur?: number;
  /** Largest step up or down, of 255. */
  noise?: number;
  /** Opacity of a shadow at one corner, and of a bright spot. */
  shadow?: number;
  glare?: number;
  /** Brightness, 1 unchanged. */
  light?: number;
  jpegQuality?: number;
};

/** A JPEG. */
export async function photograph(page: Buffer, conditions: Conditions, seed = 1): Promise<Buffer> {
  const random = seededRandom(seed * 101 + 9);
  const table = random.pick(['#6b5744', '#3b3f46', '#9aa0a6', '#c9bfae']);
  let image = page;
  const apply = async (change: (image: Sharp, width: number, height: number) => Sharp): Promise<void> => {
    const { width = 0, height = 0 } = await sharp(image).metadata();
    image = await change(sharp(image), width, height).png({ compressionLevel: 1 }).toBuffer();
  };
  const { scale, margin, shear, turn, blur, noise, light } = conditions;
  if (scale !== undefined) await apply((page, width) => page.resize({ width: Math.round(width * scale) }));
  if (margin !== undefined) {
    await apply((page, width) => {
      const side = Math.round(width * margin);
      return page.extend({ top: side, bottom: side, left: side, right: side, background: table });
    });
  }
  if (shear !== undefined) await apply((page) => page.affine([[1, shear], [shear / 2, 1]], { background: table, interpolator: 'bicubic' }));
  if (turn !== undefined) await apply((page) => page.rotate(turn, { background: table }));
  if (conditions.shadow !== undefined || conditions.glare !== undefined) await apply((page, width, height) => page.composite([{ input: Buffer.from(lightOf(conditions, width, height, random.next())) }]));
  if (light !== undefined) await apply((page) => page.modulate({ brightness: light }));
  if (blur !== undefined) await apply((page) => page.blur(blur));
  if (noise !== undefined) image = await noisy(image, noise, seed);
  return sharp(image).removeAlpha().jpeg({ quality: conditions.jpegQuality ?? 92 }).toBuffer();
}

function lightOf({ shadow = 0, glare = 0 }: Conditions, width: number, height: number, draw: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
    `<linearGradient id="s" x1="0" y1="0" x2="1" y2="${draw.toFixed(2)}"><stop offset="0" stop-color="#000" stop-opacity="${shadow}"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>` +
    `<radialGradient id="g" cx="${0.3 + 0.5 * draw}" cy="${0.7 - 0.4 * draw}" r=".22"><stop offset="0" stop-color="#fff" stop-opacity="${glare}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>` +
    '<rect width="100%" height="100%" fill="url(#s)"/><rect width="100%" height="100%" fill="url(#g)"/></svg>';
}

async function noisy(image: Buffer, most: number, seed: number): Promise<Buffer> {
  const random = seededRandom(seed + 5);
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + (random.next() + random.next() + random.next() - 1.5) * 2 * most));
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).png({ compressionLevel: 1 }).toBuffer();
}
