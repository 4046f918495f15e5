/** Specimens and selfies, photographed, ready to send. Faces 38 and 2 are far apart: 0.67 of the vectors' distance. */
import sharp from 'sharp';
import { drawnFace } from './drawn-face.ts';
import type { Holder } from './holder.ts';
import { type Conditions, photograph } from './photograph.ts';
import { drawSpecimen, type SpecimenOptions } from './specimen.ts';

export const somebody = 38;
export const somebodyElse = 2;

/** What a phone does to a page on a table. */
export const phone: Conditions = { margin: 0.08, turn: 2.5, blur: 1.1, noise: 14, jpegQuality: 60, shadow: 0.45, glare: 0.35 };

/** A JPEG. Another pose is another picture of the same face. */
export function selfieOf(face: number, pose = 3): Promise<Buffer> {
  return sharp(Buffer.from(drawnFace(face, { pose, background: pose === 0 ? '#b9c4cf' : '#d8d4c8' }))).jpeg({ quality: 85 }).toBuffer();
}

/** A JPEG of a holder's document with a face's straight picture on it. */
export async function documentOf(holder: Holder, { face = somebody, conditions = phone, ...options }: SpecimenOptions & { face?: number | null; conditions?: Conditions } = {}): Promise<Buffer> {
  const photo = face === null ? {} : { photo: await selfieOf(face, 0) };
  return photograph(await drawSpecimen(holder, { seed: 3, ...photo, ...options }), conditions, 3);
}

/** Two faces side by side. */
export async function selfieOfTwo(): Promise<Buffer> {
  const [one, other] = await Promise.all([selfieOf(somebody), selfieOf(somebodyElse)]);
  return sharp({ create: { width: 1200, height: 760, channels: 3, background: '#d8d4c8' } }).composite([{ input: one, left: 0, top: 0 }, { input: other, left: 600, top: 0 }]).jpeg().toBuffer();
}
