/** Pictures of a request: base64 text in, checked bytes out, with words for each way it can go wrong. */
import { Failure, type Refusal } from '#src/errors.ts';
import { decodeBase64Image, type Image, type ImageFailure, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#src/lib/images.ts';

const megabytes = MAX_IMAGE_BYTES / 1024 / 1024;
const megapixels = MAX_IMAGE_PIXELS / 1_000_000;

const words: Readonly<Record<ImageFailure, { message: string; fix: string }>> = {
  not_base64: { message: 'is not base64', fix: 'Send standard base64 with padding and without line breaks, or a data: URI that declares ;base64.' },
  empty: { message: 'is empty', fix: 'Send the bytes of a JPEG, PNG or WebP picture as base64.' },
  too_large: { message: `is larger than ${megabytes} MB`, fix: 'Send a smaller picture; 1,600 pixels on the long side are enough.' },
  unknown_format: { message: 'is not a JPEG, PNG or WebP picture', fix: 'Send the picture as JPEG, PNG or WebP.' },
  truncated: { message: 'is cut off or damaged', fix: 'Read the whole file before encoding it, then send it again.' },
  too_many_pixels: { message: `has more than ${megapixels} million pixels`, fix: 'Scale the picture down before sending it.' },
  mime_mismatch: { message: 'is of another format than its data: URI says', fix: 'Declare the format the picture has, or send plain base64.' },
};

/** Reads several pictures; `undefined` ones were not sent. @throws Failure invalid_field, one entry for each bad picture */
export function readImages<Field extends string>(sent: Readonly<Record<Field, string | undefined>>): Partial<Record<string, Image>> {
  const images: Record<string, Image> = {};
  const refusals: Refusal[] = [];
  for (const [field, text] of Object.entries<string | undefined>(sent)) {
    if (text === undefined) continue;
    const image = decodeBase64Image(text);
    if (image.ok) images[field] = image;
    else refusals.push({ code: 'invalid_field', field: `/${field}`, message: `${field} ${words[image.reason].message}.`, fix: words[image.reason].fix });
  }
  const [first, ...others] = refusals;
  if (first !== undefined) throw new Failure([first, ...others]);
  return images;
}
