import type { PictureRefusal } from '#src/kyc/document-reader.ts';
import { readImageHeader } from '#src/lib/image-header.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#src/lib/images.ts';

/** Below this a page's letters have too few pixels to be told apart. */
export const leastPixels = { shortSide: 300, longSide: 480 } as const;

/**
 * Why these bytes shall not reach a decoder, or null. Reads headers only, so it costs the same for a bomb as for a picture.
 * What hangs behind a picture's end (cameras do that, and so do files that are two things at once) is never read: only pixels go on.
 */
export function refusalOf(bytes: Uint8Array): PictureRefusal | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length > MAX_IMAGE_BYTES) return 'too_many_bytes';
  const header = readImageHeader(view);
  if (!header.ok) return header.reason === 'truncated' ? 'damaged' : 'unknown_format';
  const { kind, width, height } = header;
  if (width * height > MAX_IMAGE_PIXELS) return 'too_many_pixels';
  if (Math.min(width, height) < leastPixels.shortSide || Math.max(width, height) < leastPixels.longSide) return 'too_small';
  if (kind === 'png' && view.readUInt8(24) > 8) return 'deep_colour';
  if ((kind === 'png' && hasAnimationChunk(view)) || (kind === 'webp' && isAnimatedWebp(view))) return 'animated';
  return null;
}

/** acTL stands before the first IDAT; without it decoders show one picture. */
function hasAnimationChunk(png: Buffer): boolean {
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** The second flag of VP8X. */
function isAnimatedWebp(webp: Buffer): boolean {
  return webp.toString('latin1', 12, 16) === 'VP8X' && (webp.readUInt8(20) & 0x02) !== 0;
}
