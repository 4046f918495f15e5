/** Hostile and unusual pictures, at the decoder. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { refusalOf } from './admit.ts';
import { decodePicture } from './picture.ts';

const page = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: '#c08040' } });
const crc = Buffer.alloc(4);
const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, crc]);
};

/** A PNG's head that claims a size and depth, with some chunks and an end. */
function claimed(width: number, height: number, depth: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', header), ...chunks, chunk('IDAT', Buffer.alloc(8)), chunk('IEND', Buffer.alloc(0))]);
}

describe('is refused by its header alone', () => {
  test.each([
    ['a bomb of 900 megapixels', claimed(30_000, 30_000, 8), 'too_many_pixels'], ['16 bits a colour', claimed(640, 480, 16), 'deep_colour'],
    ['an animated PNG', claimed(640, 480, 8, chunk('acTL', Buffer.alloc(8))), 'animated'], ['a GIF', Buffer.from('GIF89a and more'), 'unknown_format'],
    ['a PDF', Buffer.from('%PDF-1.7 and more'), 'unknown_format'], ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'unknown_format'],
    ['TIFF', Buffer.from('II*\0 and more'), 'unknown_format'], ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1), 'too_many_bytes'], ['nothing', Buffer.alloc(0), 'unknown_format'],
    ['a stamp', claimed(299, 480, 8), 'too_small'],
  ])('%s', async (_, bytes, reason) => {
    expect(refusalOf(bytes)).toBe(reason);
    expect(await decodePicture(bytes, 1600)).toBe(reason);
  });

  test('an animated WebP', () => {
    const canvas = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x7f\x02\0\xdf\x01\0', 'latin1');
    canvas.writeUInt32LE(canvas.length - 8, 4);
    expect(refusalOf(canvas)).toBe('animated');
    expect(refusalOf(Buffer.from(canvas).fill(0, 20, 21))).toBe(null);
  });
});

describe('is damaged', () => {
  test.each([
    ['a WebP of which most is zeros', async () => {
      const whole = await page().webp({ lossless: true }).toBuffer();
      return whole.fill(0, 40);
    }],
    ['a PNG with wrong pixels', async () => claimed(640, 480, 8)],
  ])('%s', async (_, make) => {
    const picture = await decodePicture(await make(), 1600);
    expect(typeof picture === 'string' ? picture : 'pixels').toBe('damaged');
  });
});

describe('is read', () => {
  test.each([
    ['JPEG', () => page().jpeg().toBuffer()], ['PNG', () => page().png().toBuffer()], ['WebP', () => page().webp().toBuffer()], ['grey', () => page().greyscale().jpeg().toBuffer()],
    ['CMYK', () => page().toColourspace('cmyk').jpeg().toBuffer()], ['with transparency', () => page().ensureAlpha(0.5).png().toBuffer()],
    ['with a ZIP hung behind it', async () => Buffer.concat([await page().jpeg().toBuffer(), Buffer.from('PK\u0003\u0004 and more')])],
  ])('%s, as three bytes a pixel', async (_, make) => {
    const picture = await decodePicture(await make(), 320);
    expect(picture).toMatchObject({ width: 320, height: 240 });
    expect(typeof picture === 'string' ? 0 : picture.data.length).toBe(320 * 240 * 3);
  });

  test('turned as its EXIF says', async () => {
    expect(await decodePicture(await page().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 640)).toMatchObject({ width: 480, height: 640 });
  });
});
