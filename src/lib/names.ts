/**
 * Comparing people's names as registries and customers spell them.
 *
 * The rule: accents, case, titles and punctuation do not count; order does not count; a hyphen or apostrophe may join or split
 * ("Mary-Ann" is "Maryann" and "Mary Ann"). Nothing is guessed: no initials, no near spellings.
 */
export type ClaimedNames = { firstName: string; lastName: string; otherName?: string | null | undefined };
export type RecordNames = ClaimedNames | { names: string };

export type NameComparison = {
  /** match: every claimed name was found. partial: two or more were. mismatch: fewer. */
  outcome: 'match' | 'partial' | 'mismatch';
  /** Whether each field was found whole; otherName is null when none was claimed. */
  fields: { firstName: boolean; lastName: boolean; otherName: boolean | null };
  /** Share of the claimed name words that were found, 0 to 100. */
  score: number;
};

/** A word as written: its parts between hyphens and apostrophes, and the parts run together. */
type Word = { joined: string; parts: readonly string[] };
/** A word of a record, and which of its parts still can vouch for a claim. */
type Offer = Word & { free: boolean[] };

const TITLES = new Set([
  'mr', 'mrs', 'miss', 'ms', 'mister', 'mistress', 'dr', 'doctor', 'prof', 'professor', 'chief', 'alhaji', 'alhaja', 'alh', 'hajia', 'haj',
  'mallam', 'malam', 'mal', 'engr', 'engineer', 'pastor', 'pst', 'barr', 'barrister', 'rev', 'revd', 'reverend', 'evang', 'evangelist',
  'sir', 'lady', 'otunba', 'hon', 'honourable', 'honorable', 'arc', 'surv', 'pharm', 'capt', 'dame', 'esq',
  'oloye', 'hajiya', 'sheikh', 'ustaz', 'prince', 'princess', 'deacon', 'deaconess', 'dcn', 'elder', 'bishop', 'apostle', 'ven', 'venerable', 'canon', 'comr', 'comrade',
  'gen', 'col', 'maj', 'major', 'lt',
  // What stands behind a name: generations, degrees, honours.
  'jr', 'jnr', 'junior', 'sr', 'snr', 'senior', 'ii', 'iii', 'iv', 'phd', 'fca', 'san', 'jp', 'ofr', 'mfr', 'oon',
]);

// Letters that Unicode does not decompose: the hooked letters of Hausa, and those of some European names.
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɛ: 'e', ɔ: 'o', ə: 'e', ǝ: 'e', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i',
};

/**
 * Compares the names a caller claims with a registry's record. Each name of the record can vouch for one claimed name only, so
 * "John John" does not match "John Adeyemi". A title counts as a name only where the field holds nothing else. Never throws.
 */
export function compareNames(claimed: ClaimedNames, record: RecordNames): NameComparison {
  const available = offersOf(words('names' in record ? record.names : joinNames(record)));
  const first = take(withoutTitles(words(claimed.firstName)), available);
  const last = take(withoutTitles(words(claimed.lastName)), available);
  const other = take(withoutTitles(words(claimed.otherName ?? '')), available);
  const found = first.found + last.found + other.found;
  const total = first.total + last.total + other.total;
  const complete = first.total > 0 && last.total > 0 && found === total;
  return {
    outcome: complete ? 'match' : found >= 2 ? 'partial' : 'mismatch',
    fields: { firstName: isWhole(first), lastName: isWhole(last), otherName: other.total === 0 ? null : isWhole(other) },
    score: total === 0 ? 0 : Math.floor((100 * found) / total),
  };
}

/**
 * Whether two full names (of an account, of a beneficiary) name the same holder: every word of the shorter stands in the longer.
 * One single word is enough only when both consist of one. Symmetric; false when either has no letters or digits. Never throws.
 */
export function sameName(a: string, b: string): boolean {
  const wordsA = words(a);
  const wordsB = words(b);
  const compact = run(wordsA);
  if (compact === '') return false;
  if (compact === run(wordsB)) return true;
  const namesA = withoutTitles(wordsA);
  const namesB = withoutTitles(wordsB);
  const sizeA = countParts(namesA);
  const sizeB = countParts(namesB);
  const shortest = Math.min(sizeA, sizeB);
  if (shortest === 0 || (shortest === 1 && Math.max(sizeA, sizeB) > 1)) return false;
  return (sizeA <= sizeB && isWhole(take(namesA, offersOf(wordsB)))) || (sizeB <= sizeA && isWhole(take(namesB, offersOf(wordsA))));
}

/** The name for exact comparison: lower case, no accents, single spaces, nothing else changed. */
export function normaliseName(text: string): string {
  return fold(text).replace(/\s+/gu, ' ').trim();
}

function joinNames(names: ClaimedNames): string {
  return `${names.firstName} ${names.otherName ?? ''} ${names.lastName}`;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ɓɗƙƴŋɛɔəǝøłđðþßæœı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

function words(text: string): Word[] {
  const found: Word[] = [];
  for (const raw of fold(text).split(/[^\p{L}\p{N}\-\u2010-\u2015'’‘ʼʹʻ`]+/u)) {
    const parts = raw.split(/[^\p{L}\p{N}]+|[ʼʹʻ]/u).filter((part) => part !== '');
    if (parts.length > 0) found.push({ joined: parts.join(''), parts });
  }
  return found;
}

/** Drops titles, unless nothing else would remain: "Lady" alone is somebody's name. */
function withoutTitles(all: readonly Word[]): readonly Word[] {
  const names = all.filter((word) => !TITLES.has(word.joined));
  return names.length > 0 ? names : all;
}

function offersOf(all: readonly Word[]): Offer[] {
  return all.map((word) => ({ ...word, free: word.parts.map(() => true) }));
}

/** Looks for each word in what is available, run together first, then part by part, and takes away what it found. */
function take(wanted: readonly Word[], available: readonly Offer[]): { found: number; total: number } {
  let found = 0;
  let total = 0;
  for (const word of wanted) {
    if (takeToken(word.joined, available)) {
      found++;
      total++;
      continue;
    }
    total += word.parts.length;
    if (word.parts.length > 1) found += word.parts.filter((part) => takeToken(part, available)).length;
  }
  return { found, total };
}

/** A whole word first, the plainest one, then a part of one: each letter of the record vouches once. */
function takeToken(token: string, available: readonly Offer[]): boolean {
  const whole = available.filter(({ joined, free }) => joined === token && free.every((part) => part)).toSorted((a, b) => a.parts.length - b.parts.length)[0];
  if (whole !== undefined) {
    whole.free.fill(false);
    return true;
  }
  for (const { parts, free } of available) {
    const at = parts.findIndex((part, index) => part === token && free[index] === true);
    if (at === -1) continue;
    free[at] = false;
    return true;
  }
  return false;
}

const isWhole = (taken: { found: number; total: number }): boolean => taken.total > 0 && taken.found === taken.total;
const countParts = (all: readonly Word[]): number => all.reduce((sum, word) => sum + word.parts.length, 0);
const run = (all: readonly Word[]): string => all.map((word) => word.joined).join('');
