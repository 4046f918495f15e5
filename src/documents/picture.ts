/** Pixels: decoding by sharp (libvips), of JPEG, PNG and WebP alone, and the few transformations the checks need. */
import sharp, { type Sharp } from 'sharp';
import type { PictureRefusal } from '#src/kyc/document-reader.ts';
import { MAX_IMAGE_PIXELS } from '#src/lib/images.ts';
import { refusalOf } from './admit.ts';

/** Three bytes for each pixel, row by row. */
export type Picture = { width: number; height: number; data: Uint8Array };
/** One byte for each pixel; 0 black. */
export type Grey = { width: number; height: number; data: Uint8Array };

/** Long side that is enough for a page's letters, and for a face that fills the picture. */
export const workingSide = { document: 1600, selfie: 1000 } as const;

/** libvips is told once for the process: one thread, nothing kept, and no other loader even if a file pretends. */
export function restrictDecoders(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
}

/** Upright by its EXIF turn, on white, in sRGB (CMYK is converted), no larger than `side`. A reason in place of a picture where it cannot be. */
export async function decodePicture(bytes: Uint8Array, side: number): Promise<Picture | PictureRefusal> {
  const refusal = refusalOf(bytes);
  if (refusal !== null) return refusal;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
      .timeout({ seconds: 10 })
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: info.channels === 1 ? tripled(data) : data };
  } catch {
    // Its words are about bytes the caller knows better than we do.
    return 'damaged';
  }
}

function tripled(grey: Uint8Array): Uint8Array {
  const data = new Uint8Array(grey.length * 3);
  for (let at = 0; at < grey.length; at += 1) data.fill(grey[at] ?? 0, at * 3, at * 3 + 3);
  return data;
}

/** Luma by the weights of BT.601. */
export function greyOf({ width, height, data }: Picture): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = ((data[at * 3] ?? 0) * 77 + (data[at * 3 + 1] ?? 0) * 150 + (data[at * 3 + 2] ?? 0) * 29) >> 8;
  return { width, height, data: grey };
}

/** Clockwise by so many degrees; the corners that come in are grey. */
export async function turned(picture: Picture, degrees: number): Promise<Picture> {
  if (degrees === 0) return picture;
  return fromSharp(rawColour(picture).rotate(degrees, { background: '#888' }));
}

/** Enlarged to a width; a wider one stays as it is. */
export async function widened(picture: Picture, width: number): Promise<Picture> {
  return picture.width >= width ? picture : fromSharp(rawColour(picture).resize({ width, kernel: 'cubic' }));
}

export type Area = { left: number; top: number; width: number; height: number };

/** A part of the picture, stretched to a size. */
export async function cut(picture: Picture, area: Area | null, width: number, height: number): Promise<Picture> {
  const source = rawColour(picture);
  return fromSharp((area === null ? source : source.extract(area)).resize(width, height, { fit: 'fill' }));
}

/** The same of a grey picture; without a height, in proportion. */
export async function cutGrey(grey: Grey, area: Area | null, width: number, height?: number): Promise<Grey> {
  const source = sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } });
  const size = height === undefined ? { width } : { width, height, fit: 'fill' as const, kernel: 'cubic' as const };
  const { data, info } = await (area === null ? source : source.extract(area)).resize(size).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 1) return { width: info.width, height: info.height, data };
  const first = new Uint8Array(info.width * info.height);
  for (let at = 0; at < first.length; at += 1) first[at] = data[at * info.channels] ?? 0;
  return { width: info.width, height: info.height, data: first };
}

function rawColour({ width, height, data }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function fromSharp(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
