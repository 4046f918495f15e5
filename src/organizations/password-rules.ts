/**
 * Passwords that are tried first (NIST SP 800-63B §5.1.1.2): those made of words that many use, of runs on the keyboard, of repetitions, or of what is known of whoever chose
 * them. At twelve characters and more the lists of stolen passwords are nearly all of this kind, so the rule reaches further than a list and needs none.
 */
import { fail } from '#src/errors.ts';

/** What anybody may know: e-mail address, name, the organization's name. */
export type KnownWords = readonly string[];

/** So many characters must be left when everything guessable is taken out. */
const mustBeLeft = 6;

const common = [
  'password', 'passwort', 'passcode', 'passphrase', 'pass', 'secret', 'welcome', 'letmein', 'login', 'admin', 'administrator', 'master', 'owner', 'user', 'root', 'guest', 'test', 'demo', 'sample', 'example',
  'changeme', 'default', 'hello', 'iloveyou', 'love', 'god', 'jesus', 'christ', 'blessed', 'favour', 'amen', 'princess', 'angel', 'baby', 'sunshine', 'dragon', 'monkey', 'football', 'soccer', 'chelsea', 'arsenal',
  'liverpool', 'barcelona', 'manchester', 'united', 'superman', 'batman', 'pokemon', 'starwars', 'trustno', 'whatever', 'freedom', 'computer', 'internet', 'google', 'facebook', 'samsung', 'nigeria', 'naija', 'lagos',
  'abuja', 'kano', 'ibadan', 'africa', 'bank', 'money', 'naira', 'openteller', 'teller', 'summer', 'winter', 'spring', 'monday', 'friday', 'sunday', 'january', 'december', 'correct horse battery staple', 'correcthorsebatterystaple',
];
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp', 'aqswdefrgthyjukilop'];
const shortestRun = 3;
/** Signs that stand for letters, as people write them. */
const signs: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** @throws Failure invalid_field */
export function refuseWeak(password: string, known: KnownWords, field: string): void {
  if (!isGuessable(password, known)) return;
  throw fail('invalid_field', { field, message: 'The password is one of those that are tried first.', fix: 'Choose several words that have nothing to do with each other, with you, or with the organization.' });
}

export function isGuessable(password: string, known: KnownWords): boolean {
  const plain = password.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (/^(.{1,7}?)\1+.{0,3}$/u.test(plain)) return true;
  const words = [...known.flatMap(wordsOf), ...common].toSorted((a, b) => b.length - a.length);
  const written = (text: string): number => lettersLeft(withoutRuns(words.reduce((rest, word) => rest.replaceAll(word, ' '), text)));
  return Math.min(written(plain), written(plain.replaceAll(/[@431!0$57]/g, (sign) => signs[sign] ?? sign))) < mustBeLeft;
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase();
  return [plain, ...plain.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 3);
}

/** Without `1234`, `poiuy`, `aaaa`, `2026`. */
function withoutRuns(text: string): string {
  const along = (text_: string): string => {
    let rest = '';
    for (let at = 0; at < text_.length;) {
      const length = runAt(text_, at);
      if (length >= shortestRun) rest += ' ';
      else rest += text_.charAt(at);
      at += length >= shortestRun ? length : 1;
    }
    return rest;
  };
  return along(text.replaceAll(/(?:19|20)\d{2}/g, ' ').replaceAll(/(.)\1{2,}/gu, ' '));
}

function runAt(text: string, at: number): number {
  let longest = 1;
  for (const run of bothWays) {
    let length = 1;
    while (at + length < text.length && run.includes(text.slice(at, at + length + 1))) length += 1;
    if (run.includes(text.charAt(at))) longest = Math.max(longest, length);
  }
  return longest;
}

const bothWays: readonly string[] = runs.flatMap((run) => [run, [...run].toReversed().join('')]);

function lettersLeft(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}
