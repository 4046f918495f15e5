/** Comparing companies' names as registers and applicants spell them. */
import { normaliseName } from './names.ts';

/** Legal forms, which people leave out or shorten: they do not count at the end of a name. */
const LEGAL_FORMS = new Set(['limited', 'ltd', 'plc', 'llc', 'llp', 'lp', 'inc', 'incorporated', 'gte', 'ltdgte', 'company', 'co']);

/**
 * match: the same words in any order, or the same letters run together. partial: two or more words in common. mismatch: fewer.
 * Accents, case, punctuation and a legal form at the end do not count, and `&` is "and". Stricter than the rule for people, where
 * a record may hold more names than were claimed: a company with one more word is another company. Never throws.
 */
export function compareCompanyNames(claimed: string, registered: string): 'match' | 'partial' | 'mismatch' {
  const ours = words(claimed);
  const theirs = words(registered);
  if (ours.length === 0) return 'mismatch';
  if (ours.toSorted().join(' ') === theirs.toSorted().join(' ') || ours.join('') === theirs.join('')) return 'match';
  const left = [...theirs];
  let common = 0;
  for (const word of ours) {
    const at = left.indexOf(word);
    if (at === -1) continue;
    left.splice(at, 1);
    common += 1;
  }
  return common >= 2 ? 'partial' : 'mismatch';
}

function words(name: string): string[] {
  const all = normaliseName(name).replaceAll('&', ' and ').replace(/[.'’‘]/gu, '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  // A name of nothing but such words keeps its first.
  while (all.length > 1 && LEGAL_FORMS.has(all.at(-1) ?? '')) all.pop();
  return all;
}
