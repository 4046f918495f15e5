/**
 * Passwords that were stolen somewhere and are tried first because they are so common (NIST SP 800-63B §5.1.1.2): a list of some fifty thousand from leaks, in the order of
 * how many had them. It is read when the first password is chosen; who only signs in needs none.
 */
import { lettersLeft, readings, withoutRuns } from './password-text.ts';

/** Shorter ones stand in too many good passphrases by chance. */
const shortest = 6;
/** So many characters must be left when the listed password is taken out. */
const mustBeLeft = 6;

type List = { words: ReadonlySet<string>; longest: number };
let list: Promise<List> | null = null;

/** Is it on the list, or little more than one that is: with a year, a run, or a few characters around it? */
export async function isStolen(password: string): Promise<boolean> {
  list ??= readList();
  const { words, longest } = await list;
  return readings(password).some((text) => {
    const found = longestIn(text, words, longest);
    return found !== null && lettersLeft(withoutRuns(text.replace(found, ' '))) < mustBeLeft;
  });
}

async function readList(): Promise<List> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest));
  return { words, longest: Math.max(...[...words].map((word) => word.length)) };
}

function longestIn(text: string, words: ReadonlySet<string>, longest: number): string | null {
  for (let length = Math.min(longest, text.length); length >= shortest; length -= 1) {
    for (let at = 0; at + length <= text.length; at += 1) {
      const part = text.slice(at, at + length);
      if (words.has(part)) return part;
    }
  }
  return null;
}
