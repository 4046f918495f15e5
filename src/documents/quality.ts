import type { Grey } from './picture.ts';

/** How good a picture is to read. Sharpness is the variance of the Laplacian, brightness a mean of 0 to 255, the others shares of the pixels. */
export type Quality = { sharpness: number; brightness: number; dark: number; glare: number };

/** Looks at every second pixel of every second row. */
export function qualityOf({ width, height, data }: Grey): Quality {
  let sum = 0;
  let squares = 0;
  let light = 0;
  let dark = 0;
  let glare = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x;
      const value = data[at] ?? 0;
      const laplacian = 4 * value - (data[at - 1] ?? 0) - (data[at + 1] ?? 0) - (data[at - width] ?? 0) - (data[at + width] ?? 0);
      sum += laplacian;
      squares += laplacian * laplacian;
      light += value;
      if (value < 25) dark += 1;
      if (value > 250) glare += 1;
      count += 1;
    }
  }
  const share = (part: number): number => part / Math.max(1, count);
  return { sharpness: share(squares) - share(sum) ** 2, brightness: share(light), dark: share(dark), glare: share(glare) };
}
