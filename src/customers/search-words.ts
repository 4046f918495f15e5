/** Words by which customers are found: what is kept of a customer, and what is asked. */
import { normaliseName } from '#src/lib/names.ts';

/** A hostile name cannot make the index large. */
const mostWords = 60;
const longestWord = 100;

/**
 * The words of these texts without accents and case, and of each word what follows a sign inside it: `tunde@example.com` is found by `tunde`, by `example.com` and by `com`.
 */
export function wordsOf(texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const word of texts.flatMap((text) => searchedWords(text ?? ''))) {
    found.add(word);
    for (const match of word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)) found.add(word.slice(match.index));
  }
  return [...found].slice(0, mostWords);
}

/** The words of a search, spelled as they are kept. */
export function searchedWords(text: string): string[] {
  return normaliseName(text).split(' ').filter((word) => word !== '').map((word) => word.slice(0, longestWord));
}
