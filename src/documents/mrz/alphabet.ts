import { mrzCharacters } from './templates.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const digits = '0123456789';

/** What may stand in a cell of the first line (0) or the second (1). */
function allowedAt(line: 0 | 1, cell: number): string {
  if (line === 0) return cell === 0 ? 'P' : letters;
  if (cell < 9) return mrzCharacters;
  if (cell === 9) return digits;
  if (cell < 13) return letters;
  if (cell < 20) return digits;
  if (cell === 20) return 'MFX<';
  if (cell < 28) return digits;
  if (cell < 42) return mrzCharacters;
  return cell === 42 ? `${digits}<` : digits;
}

/** For each cell of a line the characters it may hold, as 1 and 0 in the order of `mrzCharacters`. */
export const alphabets: readonly [readonly Uint8Array[], readonly Uint8Array[]] = [masks(0), masks(1)];

function masks(line: 0 | 1): Uint8Array[] {
  return Array.from({ length: 44 }, (_, cell) => Uint8Array.from(mrzCharacters, (character) => (allowedAt(line, cell).includes(character) ? 1 : 0)));
}
