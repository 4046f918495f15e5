/** "Did you mean": the known word nearest to what was typed. */

/** Null when none is near: more than a third of its letters, and two at least, would have to change. */
export function nearest(typed: string, known: readonly string[]): string | null {
  const ranked = known.map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) })).toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, Math.floor(best.word.length / 3)) ? best.word : null;
}

/** Letters to add, take away, replace or exchange with their neighbour. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      next.push(Math.min(
        (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1), swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ));
    }
    beforeLast = last;
    last = next;
  }
  return last[right.length] ?? 0;
}
