import { cutGrey, type Grey } from './picture.ts';

const mostDegrees = 15;
/** A vertical step in brightness that counts as an edge of a letter. */
const edgeStep = 36;
const enoughEdges = 180_000;

/**
 * By how many degrees lines of text fall to the right, within ±15, to a tenth. Edges are summed along lines of each slope; where
 * that slope is the text's, rows of letters and the gaps between them alternate most sharply.
 */
export async function slopeOf(grey: Grey): Promise<number> {
  const small = await cutGrey(grey, null, Math.min(640, grey.width));
  const edges = edgesOf(small);
  const stride = edges.length > enoughEdges * 3 ? 6 : 3;
  const score = (degrees: number): number => sharpness(edges, stride, small.width, small.height, degrees);
  let best = 0;
  let bestScore = -1;
  const consider = (degrees: number): void => {
    const value = score(degrees);
    if (value > bestScore) [best, bestScore] = [degrees, value];
  };
  for (let degrees = -mostDegrees; degrees <= mostDegrees; degrees += 1) consider(degrees);
  for (const step of [0.2, 0.1]) {
    const centre = best;
    for (let steps = -5; steps <= 5; steps += 1) consider(centre + steps * step);
  }
  return best;
}

/** x, y and weight of each edge, one after the other. */
function edgesOf({ width, height, data }: Grey): number[] {
  const edges: number[] = [];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const step = Math.abs((data[(y + 1) * width + x] ?? 0) - (data[(y - 1) * width + x] ?? 0));
      if (step > edgeStep) edges.push(x, y, Math.min(step, 120));
    }
  }
  return edges;
}

function sharpness(edges: readonly number[], stride: number, width: number, height: number, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(width * Math.abs(slope)) + 1;
  const rows = new Float64Array(height + 2 * margin + 2);
  for (let at = 0; at < edges.length; at += stride) {
    const row = Math.round((edges[at + 1] ?? 0) - (edges[at] ?? 0) * slope) + margin;
    rows[row] = (rows[row] ?? 0) + (edges[at + 2] ?? 0);
  }
  let total = 0;
  for (let row = 1; row < rows.length; row += 1) total += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return total;
}
