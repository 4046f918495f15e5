import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from './canonical.ts';
import { decodeBase64Image, MAX_IMAGE_BYTES } from './images.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16 = (value: number): Buffer => u32(value).subarray(2);
const chunk = (type: string, data: Buffer): Buffer => Buffer.concat([u32(data.length), Buffer.from(type), data, u32(0)]);

function png(width: number, height: number): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('tEXt', Buffer.from('IEND')), chunk('IDAT', Buffer.alloc(9)), chunk('IEND', Buffer.alloc(0))]);
}

function jpeg(width: number, height: number, sof = 0xc0): Buffer {
  const segment = (marker: number, data: Buffer): Buffer => Buffer.concat([Buffer.of(0xff, marker), u16(data.length + 2), data]);
  // The first segment holds a thumbnail with a frame header of its own: a scan for bytes, not segments, would take its size.
  const thumbnail = segment(0xe1, Buffer.concat([Buffer.of(0xff, 0xc0), u16(11), Buffer.of(8), u16(1), u16(1)]));
  const frame = segment(sof, Buffer.concat([Buffer.of(8), u16(height), u16(width), Buffer.of(1, 1, 17, 0)]));
  const scan = Buffer.concat([segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.alloc(20, 0x55)]);
  return Buffer.concat([Buffer.of(0xff, 0xd8), thumbnail, Buffer.of(0xff, 0xff), segment(0xc4, Buffer.alloc(5)), frame, scan, Buffer.of(0xff, 0xd9)]);
}

function webp(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const total = Buffer.alloc(4);
  total.writeUInt32LE(12 + data.length);
  return Buffer.concat([Buffer.from('RIFF'), total, Buffer.from('WEBP'), Buffer.from(type), size, data]);
}

const lossy = webp('VP8 ', Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00, 0, 0]));
const lossless = webp('VP8L', Buffer.from([0x2f, ...littleEndian((319 | (239 << 14)) >>> 0), 0, 0, 0, 0, 0]));
const extended = webp('VP8X', Buffer.from([0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0]));

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const decode = (bytes: Buffer) => decodeBase64Image(bytes.toString('base64'));

describe('images that are accepted', () => {
  it.each([
    ['PNG', png(320, 240), 'png'], ['baseline JPEG', jpeg(320, 240), 'jpeg'], ['progressive JPEG', jpeg(320, 240, 0xc2), 'jpeg'],
    ['lossy WebP', lossy, 'webp'], ['lossless WebP', lossless, 'webp'], ['extended WebP', extended, 'webp'],
  ])('%s gives its kind, size and hash', (_name, bytes, kind) => {
    expect(decode(bytes)).toEqual({ ok: true, bytes, kind, width: 320, height: 240, sha256: sha256(bytes) });
  });

  it('takes data URIs, any case, with or without a declared type', () => {
    const base64 = jpeg(4, 3).toString('base64');
    for (const prefix of ['data:image/jpeg;base64,', 'DATA:image/JPG;base64,', 'data:;base64,', 'data:image/jpeg;name=face.jpg;base64,', 'data:application/octet-stream;base64,']) {
      expect(decodeBase64Image(prefix + base64)).toMatchObject({ ok: true, kind: 'jpeg', width: 4, height: 3 });
    }
  });

  it('tolerates what cameras append after the end of a JPEG', () => {
    expect(decode(Buffer.concat([jpeg(4, 3), Buffer.from('trailer')])).ok).toBe(true);
  });
});

describe('images that are refused', () => {
  const good = png(4, 3).toString('base64');
  it.each([
    ['', 'empty'], ['data:image/png;base64,', 'empty'],
    [`${good}\n`, 'not_base64'], [` ${good}`, 'not_base64'], [good.slice(0, -1), 'not_base64'], ['%%%%', 'not_base64'], ['Zm9=', 'not_base64'], ['_-_-', 'not_base64'], ['é', 'not_base64'],
    [`data:image/png,${good}`, 'not_base64'], [`data:image/png;base64${good}`, 'not_base64'], [`data:${'x'.repeat(300)};base64,${good}`, 'not_base64'],
    [`data:image/jpeg;base64,${good}`, 'mime_mismatch'], [`data:text/html;base64,${good}`, 'mime_mismatch'], [`data:constructor;base64,${good}`, 'mime_mismatch'],
    [Buffer.from('GIF89a junk').toString('base64'), 'unknown_format'], [Buffer.from('<svg/>').toString('base64'), 'unknown_format'],
  ])('%j: %s', (text, reason) => {
    expect(decodeBase64Image(text)).toEqual({ ok: false, reason });
  });

  it('refuses more than 25 megapixels by the header alone', () => {
    expect(decode(png(5000, 5000)).ok).toBe(true);
    expect(decode(png(5000, 5001))).toEqual({ ok: false, reason: 'too_many_pixels' });
    expect(decode(png(0xffffffff, 0xffffffff))).toEqual({ ok: false, reason: 'too_many_pixels' });
    expect(decode(png(0, 10))).toEqual({ ok: false, reason: 'truncated' });
  });

  it('refuses more than 5 MB and accepts exactly 5 MB', () => {
    const image = jpeg(4, 3);
    expect(decode(Buffer.concat([image, Buffer.alloc(MAX_IMAGE_BYTES - image.length)])).ok).toBe(true);
    expect(decode(Buffer.concat([image, Buffer.alloc(MAX_IMAGE_BYTES - image.length + 1)]))).toEqual({ ok: false, reason: 'too_large' });
    expect(decodeBase64Image('A'.repeat(20_000_000))).toEqual({ ok: false, reason: 'too_large' });
  });

  it('notices a cut at any place', () => {
    for (const bytes of [png(320, 240), jpeg(320, 240), lossy, lossless, extended]) {
      for (let length = 12; length < bytes.length; length++) {
        expect(decode(bytes.subarray(0, length))).toEqual({ ok: false, reason: 'truncated' });
      }
    }
  });

  it('never throws, on noise or on damaged headers', () => {
    const start = fc.constantFrom(Buffer.alloc(0), Buffer.of(0xff, 0xd8, 0xff), png(1, 1).subarray(0, 33), lossy.subarray(0, 16), Buffer.from('RIFF\0\0\0\0WEBP'));
    fc.assert(fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
      decode(Buffer.concat([head, tail]));
    }), { numRuns: 500 });
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      decodeBase64Image(text);
      decodeBase64Image(`data:${text}`);
    }));
  });
});
