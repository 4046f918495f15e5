/** The machine-readable zone of a passport (TD3): two lines of 44, and five check digits in the second. ICAO Doc 9303, part 4. */

export const mrzLength = 44;

/** Where each field stands in the second line, from and up to, and its check digit. */
export const mrzFields = {
  documentNumber: { from: 0, to: 9, digitAt: 9 },
  birthDate: { from: 13, to: 19, digitAt: 19 },
  expiryDate: { from: 21, to: 27, digitAt: 27 },
  personalNumber: { from: 28, to: 42, digitAt: 42 },
} as const;
const compositeDigitAt = 43;

export type MrzChecks = Readonly<Record<keyof typeof mrzFields | 'composite', boolean>>;

const weights = [7, 3, 1] as const;

/** Digits count as themselves, letters from A = 10, the filler as 0; weights 7, 3, 1; modulo 10. NaN for anything else. */
export function checkDigit(text: string): number {
  let sum = 0;
  for (const [index, character] of [...text].entries()) sum += valueOf(character) * (weights[index % 3] ?? 0);
  return sum % 10;
}

function valueOf(character: string): number {
  if (character === '<') return 0;
  return /^[0-9A-Z]$/.test(character) ? Number.parseInt(character, 36) : Number.NaN;
}

/** The digit as it is printed: an empty personal number may carry a filler in place of 0. */
function holds(line: string, { from, to, digitAt }: { from: number; to: number; digitAt: number }): boolean {
  const field = line.slice(from, to);
  if (line[digitAt] === '<') return from === mrzFields.personalNumber.from && /^<+$/.test(field);
  return String(checkDigit(field)) === line[digitAt];
}

export function fieldHolds(line: string, field: keyof typeof mrzFields): boolean {
  return holds(line, mrzFields[field]);
}

/** The digit over the number, the dates and the personal number, each with its own digit. */
export function compositeDigit(line: string): number {
  return checkDigit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43));
}

/** All five of a second line. */
export function checksOf(line: string): MrzChecks {
  return {
    documentNumber: fieldHolds(line, 'documentNumber'),
    birthDate: fieldHolds(line, 'birthDate'),
    expiryDate: fieldHolds(line, 'expiryDate'),
    personalNumber: fieldHolds(line, 'personalNumber'),
    composite: String(compositeDigit(line)) === line[compositeDigitAt],
  };
}

/** The last day of validity as a UTC midnight; null where the six digits are no day. Expiry years are of this century. */
export function expiryOf(line: string): Date | null {
  const text = line.slice(21, 27);
  if (!/^\d{6}$/.test(text)) return null;
  const [year, month, day] = [Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))];
  const date = new Date(Date.UTC(2000 + year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null;
}
