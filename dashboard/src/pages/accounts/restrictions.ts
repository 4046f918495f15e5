/** What an account may do, in words. */
import type { Tone } from '@/components/values.tsx';
import type { Account } from './search.ts';

export const restrictions: Readonly<Record<Account['restriction'], { words: string; tone: Tone; effect: string }>> = {
  none: { words: 'Not restricted', tone: 'good', effect: 'Money may come in and go out.' },
  no_debit: { words: 'No debits', tone: 'attention', effect: 'No money goes out; money still comes in.' },
  no_credit: { words: 'No credits', tone: 'attention', effect: 'No money comes in; money still goes out.' },
  no_debit_no_credit: { words: 'No debits, no credits', tone: 'bad', effect: 'No money goes out and none comes in.' },
};

export const restrictionNames = ['none', 'no_debit', 'no_credit', 'no_debit_no_credit'] as const;

export function isRestriction(text: string): text is Account['restriction'] {
  return restrictionNames.some((name) => name === text);
}
