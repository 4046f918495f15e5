import { checkDigit, fieldHolds, mrzFields } from './check-digits.ts';
import type { Choice, ReadLine } from './read-line.ts';

/** Second choices this close to the first may be meant instead. */
const closeFit = 0.08;
const closeDigitFit = 0.05;
const leastSecondFit = 0.4;
const mostCandidates = 5;
/** More than this is guessing: five digits of one decimal each are easily satisfied by chance. */
export const mostRepairs = 2;

export type Repaired = { text: string; repairs: number };

/**
 * The second line with as few close second choices taken as make the check digits hold, field by field; of several ways the one
 * that costs least fit. As it was read where more than two would be needed, or where none helps.
 */
export function repairLine(line: ReadLine): Repaired {
  const cells = [...line.text];
  let repairs = 0;
  for (const field of [mrzFields.documentNumber, mrzFields.birthDate, mrzFields.expiryDate, mrzFields.personalNumber]) {
    if (field === mrzFields.personalNumber && cells[field.digitAt] === '<') continue;
    const changes = changesFor(cells, line.cells, field);
    for (const { cell, character } of changes) cells[cell] = character;
    repairs += changes.length;
  }
  return repairs > mostRepairs ? { text: line.text, repairs: 0 } : { text: cells.join(''), repairs };
}

type Change = { cell: number; character: string; cost: number };

function changesFor(cells: readonly string[], choices: readonly (readonly Choice[])[], field: { from: number; to: number; digitAt: number }): readonly Change[] {
  const holds = (text: readonly string[]): boolean => String(checkDigit(text.slice(field.from, field.to).join(''))) === text[field.digitAt];
  if (holds(cells)) return [];
  const within = Array.from({ length: field.to - field.from }, (_, index) => field.from + index);
  const candidates = [...within.flatMap((cell) => secondChoice(choices, cell, closeFit, leastSecondFit)), ...secondChoice(choices, field.digitAt, closeDigitFit, 0)]
    .toSorted((a, b) => a.cost - b.cost).slice(0, mostCandidates);
  const ways = subsetsOf(candidates).filter((changes) => {
    const changed = [...cells];
    for (const { cell, character } of changes) changed[cell] = character;
    return holds(changed);
  });
  const costOf = (changes: readonly Change[]): number => changes.reduce((sum, { cost }) => sum + cost, 0);
  return ways.toSorted((a, b) => costOf(a) - costOf(b))[0] ?? [];
}

function secondChoice(choices: readonly (readonly Choice[])[], cell: number, close: number, least: number): Change[] {
  const [first, second] = choices[cell] ?? [];
  if (first === undefined || second === undefined) return [];
  const cost = first.fit - second.fit;
  return cost < close && second.fit > least ? [{ cell, character: second.character, cost }] : [];
}

/** All but the empty one: at most 31. */
function subsetsOf(changes: readonly Change[]): Change[][] {
  return Array.from({ length: 2 ** changes.length - 1 }, (_, index) => changes.filter((_change, bit) => (((index + 1) >> bit) & 1) === 1));
}

const digitOf: Readonly<Record<string, string>> = { O: '0', I: '1' };
const closeTwin = 0.05;

/**
 * O and 0, I and 1 look alike in OCR-B, and numbers have more digits than letters: the digit wins where both fit alike, in the two
 * fields that may hold both, unless that alone breaks the document number's check digit.
 */
export function preferDigits(line: ReadLine): ReadLine {
  const cells = [...line.text].map((character, cell) => {
    const digit = (cell < 9 || (cell >= 28 && cell < 42)) ? digitOf[character] : undefined;
    if (digit === undefined) return character;
    const choices = line.cells[cell] ?? [];
    const twin = choices.find((choice) => choice.character === digit);
    return twin !== undefined && (choices[0]?.fit ?? 0) - twin.fit < closeTwin ? digit : character;
  });
  const text = cells.join('');
  return !fieldHolds(text, 'documentNumber') && fieldHolds(line.text, 'documentNumber') ? line : { ...line, text };
}
