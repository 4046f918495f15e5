export type ImageKind = 'jpeg' | 'png' | 'webp';
export type ImageHeader = { kind: ImageKind; width: number; height: number };
export type ImageHeaderResult = ({ ok: true } & ImageHeader) | { ok: false; reason: 'unknown_format' | 'truncated' };

type Size = { width: number; height: number };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The format and size of a JPEG (ITU-T T.81), PNG (W3C) or WebP (RFC 9649) by its headers alone, after a look for its end mark.
 * Reads each byte of the file at most a few times and never outside it. Never throws.
 */
export function readImageHeader(bytes: Buffer): ImageHeaderResult {
  if (bytes.length >= 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return result('jpeg', jpegSize(bytes));
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return result('png', pngSize(bytes));
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return result('webp', webpSize(bytes));
  return { ok: false, reason: 'unknown_format' };
}

function result(kind: ImageKind, size: Size | null): ImageHeaderResult {
  if (size === null || size.width === 0 || size.height === 0) return { ok: false, reason: 'truncated' };
  return { ok: true, kind, ...size };
}

/** Walks the segments to the frame header (SOF), which holds the size, and on to the first scan; an end mark must follow that. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  let size: Size | null = null;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xd9 || length < 2) return null;
    if (isFrameHeader(marker)) {
      if (length < 8 || at + 9 > bytes.length) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + length;
    // Cameras append data of their own after the end mark, so it need not be the last thing in the file.
    if (marker === 0xda) return bytes.lastIndexOf(Buffer.of(0xff, 0xd9)) >= at ? size : null;
  }
  return null;
}

/** SOF0 to SOF15, without the three codes in that range that mean tables (DHT, JPG, DAC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** IHDR comes first; the chunks must lead, length by length, over some IDAT to IEND. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || text(bytes, 12, 16) !== 'IHDR' || bytes.readUInt32BE(8) !== 13) return null;
  let at = 8;
  let hasPixels = false;
  while (at + 12 <= bytes.length) {
    const type = text(bytes, at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
    at = end;
  }
  return null;
}

/** One of three chunks comes first: VP8 (lossy), VP8L (lossless) or VP8X (canvas of an extended file). */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  if (bytes.readUInt32LE(16) + 20 > bytes.length) return null;
  const type = text(bytes, 12, 16);
  if (type === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (type === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const packed = bytes.readUInt32LE(21);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  if (type !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

const text = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);
