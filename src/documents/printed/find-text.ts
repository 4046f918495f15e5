import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { cut, type Picture } from '../picture.ts';

/** Where a line of text stands, in pixels of the picture. */
export type TextBox = { left: number; right: number; top: number; bottom: number };

const longestSide = 960;
/** A pixel is text above this; a box is believed above that mean. */
const pixelThreshold = 0.3;
const boxThreshold = 0.5;
/** The model draws text smaller than it is: boxes grow by this share of area over outline. */
const growth = 1.6;
const fewestPixels = 12;
const meanOf = [0.485, 0.456, 0.406] as const;
const spreadOf = [0.229, 0.224, 0.225] as const;

/** PP-OCRv4's detector: boxes around lines of text, from the top down. */
export async function findText(session: InferenceSession, picture: Picture): Promise<TextBox[]> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const side = (length: number): number => Math.max(32, Math.round((length * scale) / 32) * 32);
  const [width, height] = [side(picture.width), side(picture.height)];
  const { data } = await cut(picture, null, width, height);
  const input = new Float32Array(3 * width * height);
  for (let at = 0; at < width * height; at += 1) {
    for (const channel of [0, 1, 2] as const) input[channel * width * height + at] = ((data[at * 3 + channel] ?? 0) / 255 - meanOf[channel]) / spreadOf[channel];
  }
  const map = await runOnce(session, new Tensor('float32', input, [1, 3, height, width]));
  const enlarge = { x: picture.width / width, y: picture.height / height };
  return islandsOf(map.values, width, height)
    .filter(({ pixels, sum, left, right, top, bottom }) => pixels >= fewestPixels && Math.min(right - left, bottom - top) >= 3 && sum / pixels >= boxThreshold)
    .map((island) => grown(island, enlarge, picture))
    .toSorted((a, b) => a.top - b.top || a.left - b.left);
}

/** The one output of a model with one input. */
export async function runOnce(session: InferenceSession, input: Tensor): Promise<{ values: Float32Array; dims: readonly number[] }> {
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;
  const output = (await session.run({ [inputName]: input }))[outputName];
  if (!(output?.data instanceof Float32Array)) throw new Error(`the model gave no numbers under ${outputName}`);
  return { values: output.data, dims: output.dims };
}

type Island = TextBox & { pixels: number; sum: number };

/** Connected pixels above the threshold, by a flood fill with a stack of its own. */
function islandsOf(map: Float32Array, width: number, height: number): Island[] {
  const seen = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  const islands: Island[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1 || (map[start] ?? 0) < pixelThreshold) continue;
    const island: Island = { left: width, right: 0, top: height, bottom: 0, pixels: 0, sum: 0 };
    let waiting = 1;
    stack[0] = start;
    seen[start] = 1;
    while (waiting > 0) {
      waiting -= 1;
      const at = stack[waiting] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      extend(island, x, y, map[at] ?? 0);
      for (const [nextX, nextY] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] as const) {
        const next = nextY * width + nextX;
        if (nextX < 0 || nextY < 0 || nextX >= width || nextY >= height || seen[next] === 1 || (map[next] ?? 0) < pixelThreshold) continue;
        seen[next] = 1;
        stack[waiting] = next;
        waiting += 1;
      }
    }
    islands.push(island);
  }
  return islands;
}

function extend(island: Island, x: number, y: number, value: number): void {
  island.left = Math.min(island.left, x);
  island.right = Math.max(island.right, x + 1);
  island.top = Math.min(island.top, y);
  island.bottom = Math.max(island.bottom, y + 1);
  island.pixels += 1;
  island.sum += value;
}

function grown({ left, right, top, bottom }: Island, enlarge: { x: number; y: number }, picture: Picture): TextBox {
  const [width, height] = [right - left, bottom - top];
  const by = (width * height * growth) / (2 * (width + height));
  return {
    left: Math.max(0, (left - by) * enlarge.x),
    right: Math.min(picture.width, (right + by) * enlarge.x),
    top: Math.max(0, (top - by) * enlarge.y),
    bottom: Math.min(picture.height, (bottom + by) * enlarge.y),
  };
}
