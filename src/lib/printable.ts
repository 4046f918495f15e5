/** Windows-1252, without its control characters. */
const known = /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/**
 * Text for a PDF's built-in fonts, which know Windows-1252 and nothing else, dashes and curved quotes included: diacritics outside it are dropped from their
 * letters (ọ becomes o), the naira sign is written NGN, and what is left over becomes a question mark.
 */
export function printable(text: string): string {
  const plain = text.replaceAll('\u20a6', 'NGN ').replaceAll(/\p{Cc}+/gu, ' ');
  return [...plain].map((character) => {
    if (known.test(character)) return character;
    const bare = character.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
    return bare === '' || /^[\u0020-\u007e]+$/.test(bare) ? bare : '?';
  }).join('');
}
