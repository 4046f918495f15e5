/** How passwords are read when one asks how easily they are guessed. Pure. */

const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp', 'aqswdefrgthyjukilop'];
const shortestRun = 3;
/** Signs that stand for letters, as people write them. */
const signs: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** Small letters without accents. */
export const plainOf = (password: string): string => password.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');

/** As it stands, and with letters in place of the signs that stand for them. */
export function readings(password: string): readonly [string, string] {
  const plain = plainOf(password);
  return [plain, plain.replaceAll(/[@431!0$57]/g, (sign) => signs[sign] ?? sign)];
}

/** Without `1234`, `poiuy`, `aaaa`, `2026`. */
export function withoutRuns(text: string): string {
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

export function lettersLeft(text: string): number {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}
