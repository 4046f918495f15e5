/**
 * Passwords that are tried first (NIST SP 800-63B §5.1.1.2): those made of words that many use, of runs on the keyboard, of repetitions, or of what is known of whoever chose
 * them; and those that were stolen elsewhere. At twelve characters and more the lists of stolen passwords are nearly all of the first kind, and the rule reaches further.
 */
import { fail } from '#src/errors.ts';
import { lettersLeft, plainOf, readings, withoutRuns } from './password-text.ts';
import { isStolen } from './stolen-passwords.ts';

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

const fix = 'Choose several words that have nothing to do with each other, with you, or with the organization.';

/** @throws Failure invalid_field */
export async function refuseWeak(password: string, known: KnownWords, field: string): Promise<void> {
  if (isGuessable(password, known)) throw fail('invalid_field', { field, message: 'The password is one of those that are tried first.', fix });
  if (await isStolen(password)) throw fail('invalid_field', { field, message: 'The password is on the lists of stolen passwords, or nearly, and those are tried first.', fix });
}

export function isGuessable(password: string, known: KnownWords): boolean {
  const plain = plainOf(password);
  if (/^(.{1,7}?)\1+.{0,3}$/u.test(plain)) return true;
  const words = [...known.flatMap(wordsOf), ...common].toSorted((a, b) => b.length - a.length);
  const written = (text: string): number => lettersLeft(withoutRuns(words.reduce((rest, word) => rest.replaceAll(word, ' '), text)));
  return readings(password).some((text) => written(text) < mustBeLeft);
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase();
  return [plain, ...plain.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 3);
}
