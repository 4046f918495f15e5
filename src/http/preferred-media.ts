/** Which representation of an answer a caller wants, by RFC 9110 §12.5.1. */

type Range = { type: string; quality: number };

/**
 * The media type out of `offered` that `accept` likes best, or null for JSON: when JSON is liked as well, when no header was sent, and when nothing
 * offered fits (an envelope says more than 406 would). Of equals the first offered wins; wildcards mean JSON. Never throws.
 */
export function preferredMedia<Media extends string>(accept: string | undefined, offered: readonly Media[]): Media | null {
  if (accept === undefined || accept.length > 1_000) return null;
  const ranges = accept.split(',').map(parseRange);
  const qualityOf = (type: string): number => ranges.find((range) => range.type === type)?.quality ?? 0;
  const json = Math.max(qualityOf('application/json'), qualityOf('*/*'), qualityOf('application/*'));
  let best: { media: Media | null; quality: number } = { media: null, quality: json };
  for (const media of offered) {
    const quality = qualityOf(media);
    const namesIt = best.media === null && quality > 0 && quality >= best.quality && qualityOf('application/json') < quality;
    if (namesIt || quality > best.quality) best = { media, quality };
  }
  return best.media;
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (quality === undefined) return { type, quality: 1 };
  return { type, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0 };
}
