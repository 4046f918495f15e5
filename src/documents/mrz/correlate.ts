import type { Grey } from '../picture.ts';
import { type Template, templateSize } from './templates.ts';

const area = templateSize.width * templateSize.height;
/** Below this spread of brightness a cell is blank paper. */
const blankVariance = 50;

/** A line scaled to templates: how well each template fits where. */
export type Correlator = {
  width: number;
  height: number;
  /** 1 over the length of what is in the window at x, y; 0 where it is blank. */
  scaleAt(x: number, y: number): number;
  /** Normalised correlation, -1 to 1. */
  fit(x: number, y: number, template: Template, scale: number): number;
};

export function createCorrelator(line: Grey): Correlator {
  const { width, height } = line;
  const ink = Float32Array.from(line.data, (value) => 255 - value);
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let sum = 0;
    let square = 0;
    for (let x = 0; x < width; x += 1) {
      const value = ink[y * width + x] ?? 0;
      sum += value;
      square += value * value;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + sum;
      squares[(y + 1) * stride + x + 1] = (squares[y * stride + x + 1] ?? 0) + square;
    }
  }
  const windowOf = (table: Float64Array, x: number, y: number): number => {
    const above = y * stride + x;
    const below = (y + templateSize.height) * stride + x;
    return (table[below + templateSize.width] ?? 0) - (table[above + templateSize.width] ?? 0) - (table[below] ?? 0) + (table[above] ?? 0);
  };
  return {
    width,
    height,
    scaleAt(x, y) {
      const sum = windowOf(sums, x, y);
      const spread = windowOf(squares, x, y) - (sum * sum) / area;
      return spread < area * blankVariance ? 0 : 1 / Math.sqrt(spread);
    },
    fit(x, y, { values }, scale) {
      let total = 0;
      for (let row = 0, at = 0; row < templateSize.height; row += 1) {
        const from = (y + row) * width + x;
        for (let column = 0; column < templateSize.width; column += 1, at += 1) total += (ink[from + column] ?? 0) * (values[at] ?? 0);
      }
      return total * scale;
    },
  };
}
