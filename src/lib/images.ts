import { sha256 } from './canonical.ts';
import { type ImageHeader, type ImageKind, readImageHeader } from './image-header.ts';

export type Image = { bytes: Buffer; kind: ImageKind; width: number; height: number; sha256: Buffer };
export type ImageFailure =
  | 'not_base64' | 'empty' | 'too_large' | 'unknown_format' | 'truncated' | 'too_many_pixels' | 'mime_mismatch';
export type ImageResult = ({ ok: true } & Image) | { ok: false; reason: ImageFailure };

/** 5 MB of decoded bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** 25 megapixels: what a decoder would have to hold in memory, whatever the file's size. */
export const MAX_IMAGE_PIXELS = 25_000_000;

const MAX_BASE64_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;
const MAX_DATA_URI_HEADER = 200;

const KIND_OF_MIME: Readonly<Record<string, ImageKind>> = { 'image/jpeg': 'jpeg', 'image/jpg': 'jpeg', 'image/pjpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Reads an image out of base64 text or a base64 `data:` URI, without decoding its pixels.
 *
 * Base64 must be canonical: the standard alphabet, padding in place, no white space. The format is found by its magic bytes; a `data:`
 * URI that declares another one is refused. Width and height are those of the header, in pixels as stored. `truncated` means a cut or
 * damaged file: a header that does not end, or no end mark. Never throws.
 */
export function decodeBase64Image(text: string): ImageResult {
  const source = splitDataUri(text);
  if (source === null) return refuse('not_base64');
  const { payload, mime } = source;
  if (payload === '') return refuse('empty');
  if (payload.length > MAX_BASE64_LENGTH) return refuse('too_large');
  const bytes = Buffer.from(payload, 'base64');
  // Node skips what is not base64; only canonical text survives the way back.
  if (bytes.toString('base64') !== payload) return refuse('not_base64');
  if (bytes.length > MAX_IMAGE_BYTES) return refuse('too_large');
  const header = readImageHeader(bytes);
  return header.ok ? judge(bytes, header, mime) : refuse(header.reason);
}

function judge(bytes: Buffer, { kind, width, height }: ImageHeader, mime: string | null): ImageResult {
  if (mime !== null && KIND_OF_MIME[mime] !== kind) return refuse('mime_mismatch');
  if (width * height > MAX_IMAGE_PIXELS) return refuse('too_many_pixels');
  return { ok: true, bytes, kind, width, height, sha256: sha256(bytes) };
}

const refuse = (reason: ImageFailure): ImageResult => ({ ok: false, reason });

/** The payload and the declared type in lower case; the type is null where none, or only "bytes", was declared. */
function splitDataUri(text: string): { payload: string; mime: string | null } | null {
  if (!/^data:/i.test(text.slice(0, 5))) return { payload: text, mime: null };
  const comma = text.slice(0, MAX_DATA_URI_HEADER).indexOf(',');
  if (comma < 0) return null;
  const [type = '', ...parameters] = text.slice(5, comma).toLowerCase().split(';');
  if (parameters.at(-1) !== 'base64') return null;
  const mime = type === '' || type === 'application/octet-stream' ? null : type;
  return { payload: text.slice(comma + 1), mime };
}
