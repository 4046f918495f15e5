import type { Picture } from '../picture.ts';

export type Point = { x: number; y: number };

/** Side of the square the recognition model was trained on, in pixels. */
export const chipSide = 150;
const padding = 0.25;

/** Mean shape of a face, points 17 to 67 of 68, in a unit square: constants of dlib (Boost Software License). The model learnt on faces aligned to it. */
const meanX = [
  0.000213256, 0.0752622, 0.18113, 0.29077, 0.393397, 0.586856, 0.689483, 0.799124, 0.904991, 0.98004, 0.490127, 0.490127, 0.490127, 0.490127, 0.36688, 0.426036, 0.490127,
  0.554217, 0.613373, 0.121737, 0.187122, 0.265825, 0.334606, 0.260918, 0.182743, 0.645647, 0.714428, 0.793132, 0.858516, 0.79751, 0.719335, 0.254149, 0.340985, 0.428858,
  0.490127, 0.551395, 0.639268, 0.726104, 0.642159, 0.556721, 0.490127, 0.423532, 0.338094, 0.290379, 0.428096, 0.490127, 0.552157, 0.689874, 0.553364, 0.490127, 0.42689,
] as const;
const meanY = [
  0.106454, 0.038915, 0.0187482, 0.0344891, 0.0773906, 0.0773906, 0.0344891, 0.0187482, 0.038915, 0.106454, 0.203352, 0.307009, 0.409805, 0.515625, 0.587326, 0.609345, 0.628106,
  0.609345, 0.587326, 0.216423, 0.178758, 0.179852, 0.231733, 0.245099, 0.244077, 0.231733, 0.179852, 0.178758, 0.216423, 0.244077, 0.245099, 0.780233, 0.745405, 0.727388,
  0.742578, 0.727388, 0.745405, 0.780233, 0.864805, 0.902192, 0.909281, 0.902192, 0.864805, 0.784792, 0.778746, 0.785343, 0.778746, 0.784792, 0.824182, 0.831803, 0.824182,
] as const;
const firstPoint = 17;

/** Brows move and the lower lip opens, so neither takes part. */
const usedPoints = meanX.map((_, index) => index + firstPoint).filter((point) => point > 26 && (point < 55 || point > 59));

/** Turned, scaled and moved: u = a·x − b·y + tx, v = b·x + a·y + ty. */
type Similarity = { a: number; b: number; tx: number; ty: number };

/** The face cut out so that its landmarks lie where the model expects them; three bytes a pixel. Enlarged faces are averaged over smaller steps. */
export function faceChip(picture: Picture, landmarks: readonly Point[]): Uint8Array {
  const toPicture = similarity(
    usedPoints.map((point) => ({ x: placeOf(meanX[point - firstPoint]), y: placeOf(meanY[point - firstPoint]) })),
    usedPoints.map((point) => landmarks[point] ?? { x: 0, y: 0 }),
  );
  const scale = Math.hypot(toPicture.a, toPicture.b);
  const steps = scale > 1.5 ? Math.min(4, Math.ceil(scale)) : 1;
  const chip = new Uint8Array(chipSide * chipSide * 3);
  for (let y = 0; y < chipSide; y += 1) {
    for (let x = 0; x < chipSide; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) chip[(y * chipSide + x) * 3 + channel] = averageAt(picture, toPicture, x, y, steps, channel);
    }
  }
  return chip;
}

function placeOf(mean: number | undefined): number {
  return ((padding + (mean ?? 0)) / (2 * padding + 1)) * chipSide;
}

function averageAt(picture: Picture, { a, b, tx, ty }: Similarity, x: number, y: number, steps: number, channel: number): number {
  let sum = 0;
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const px = x + (column + 0.5) / steps - 0.5;
      const py = y + (row + 0.5) / steps - 0.5;
      sum += valueAt(picture, a * px - b * py + tx, b * px + a * py + ty, channel);
    }
  }
  return sum / (steps * steps);
}

/** Between four pixels; outside the picture its border goes on. */
function valueAt({ width, height, data }: Picture, u: number, v: number, channel: number): number {
  const x = Math.max(0, Math.min(width - 1.001, u));
  const y = Math.max(0, Math.min(height - 1.001, v));
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = (row: number, column: number): number => data[(Math.min(height - 1, row) * width + Math.min(width - 1, column)) * 3 + channel] ?? 0;
  const above = at(top, left) * (1 - (x - left)) + at(top, left + 1) * (x - left);
  const below = at(top + 1, left) * (1 - (x - left)) + at(top + 1, left + 1) * (x - left);
  return above * (1 - (y - top)) + below * (y - top);
}

/** The similarity that brings `from` nearest to `to` in the least squares. */
function similarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const middle = (points: readonly Point[]): Point => ({ x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length });
  const [centre, target] = [middle(from), middle(to)];
  let along = 0;
  let across = 0;
  let size = 0;
  for (const [index, point] of from.entries()) {
    const [x, y] = [point.x - centre.x, point.y - centre.y];
    const [u, v] = [(to[index]?.x ?? 0) - target.x, (to[index]?.y ?? 0) - target.y];
    along += x * u + y * v;
    across += x * v - y * u;
    size += x * x + y * y;
  }
  const [a, b] = [along / size, across / size];
  return { a, b, tx: target.x - a * centre.x + b * centre.y, ty: target.y - b * centre.x - a * centre.y };
}

/** Left and right exchanged: the mean of both sides' vectors is steadier than either. */
export function mirrored(chip: Uint8Array): Uint8Array {
  const mirror = new Uint8Array(chip.length);
  for (let y = 0; y < chipSide; y += 1) {
    for (let x = 0; x < chipSide; x += 1) {
      const source = (y * chipSide + chipSide - 1 - x) * 3;
      mirror.set(chip.subarray(source, source + 3), (y * chipSide + x) * 3);
    }
  }
  return mirror;
}
