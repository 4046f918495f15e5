/** Is this number printed here? Pure: lines of text in, how well the best place fits out. */

/** A line as it was read: what it says, how sure the reader is (0 to 1), and where it stands, in pixels. */
export type TextLine = { text: string; confidence: number; left: number; right: number; top: number; bottom: number };

/**
 * `exact`: character by character. `folded`: equal once look-alikes count as equal. `near`: one character differs, is missing or is
 * too many. Confidence is that of the least sure line taken part.
 */
export type NumberMatch = { level: 'exact' | 'folded' | 'near' | 'none'; confidence: number };

/** A shorter number must be all of a line: in a longer text it could stand by chance. */
const leastPartial = 7;
/** Neighbouring pieces of one line that may be one number. */
const mostPieces = 4;

const lookAlikes: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' };

export function plainNumber(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** With look-alikes as one: two numbers that fold to the same cannot be told apart by eye. */
export function foldedNumber(text: string): string {
  return plainNumber(text).replaceAll(/[OQDILSBZG]/g, (letter) => lookAlikes[letter] ?? letter);
}

export function matchNumber(lines: readonly TextLine[], wanted: string): NumberMatch {
  // The zone's own lines are judged by their check digits, not here.
  const printed = lines.filter(({ text }) => (text.match(/</g) ?? []).length < 3);
  let best: NumberMatch = { level: 'none', confidence: 0 };
  for (const { text, confidence } of [...printed, ...joined(printed)]) {
    const level = levelOf(text, wanted);
    if (rank[level] > rank[best.level] || (level !== 'none' && level === best.level && confidence > best.confidence)) best = { level, confidence };
  }
  return best;
}

const rank: Readonly<Record<NumberMatch['level'], number>> = { exact: 3, folded: 2, near: 1, none: 0 };

function levelOf(text: string, wanted: string): NumberMatch['level'] {
  if (holds(plainNumber(text), plainNumber(wanted))) return 'exact';
  const [folded, foldedWanted] = [foldedNumber(text), foldedNumber(wanted)];
  if (holds(folded, foldedWanted)) return 'folded';
  return isNear(folded, foldedWanted) ? 'near' : 'none';
}

function holds(text: string, wanted: string): boolean {
  return text === wanted || (wanted.length >= leastPartial && text.includes(wanted));
}

/** One step away in a text of about the same length. */
function isNear(text: string, wanted: string): boolean {
  if (wanted.length < leastPartial || Math.abs(text.length - wanted.length) > 3) return false;
  for (let from = 0; from <= Math.max(0, text.length - wanted.length + 1); from += 1) {
    for (const length of [wanted.length - 1, wanted.length, wanted.length + 1]) {
      const piece = text.slice(from, from + length);
      if (piece.length >= wanted.length - 1 && distance(piece, wanted) <= 1) return true;
    }
  }
  return false;
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Two to four neighbours of one line as one text: a reader often splits "PSW 46672" from "KE93". */
function joined(lines: readonly TextLine[]): { text: string; confidence: number }[] {
  return rowsOf(lines).flatMap((row) => row.flatMap((_, from) => row.slice(from + 1, from + mostPieces).map((_last, extra) => {
    const pieces = row.slice(from, from + extra + 2);
    return { text: pieces.map(({ text }) => text).join(''), confidence: Math.min(...pieces.map(({ confidence }) => confidence)) };
  })));
}

/** Pieces whose middles are at one height and whose gap is less than one and a half letters' height. */
function rowsOf(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.left - b.left)) {
    const row = rows.find((pieces) => follows(pieces.at(-1), line));
    if (row === undefined) rows.push([line]);
    else row.push(line);
  }
  return rows;
}

function follows(last: TextLine | undefined, next: TextLine): boolean {
  if (last === undefined) return false;
  const height = Math.max(last.bottom - last.top, next.bottom - next.top);
  const drop = Math.abs(last.top + last.bottom - next.top - next.bottom) / 2;
  return drop < height / 2 && next.left - last.right < 1.5 * height;
}
