/** The mean around each value, as far as there are any: by an integral image, so in the same time for any radius. */
export function neighbourhoodMeans({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }, radius: number): Float32Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  const means = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const above = Math.max(0, y - radius) * stride;
    const below = Math.min(height, y + radius + 1) * stride;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const sum = (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0);
      means[y * width + x] = sum / (((below - above) / stride) * (right - left));
    }
  }
  return means;
}
