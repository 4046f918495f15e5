import { expect, test } from 'vitest';
import { bitsApart, comparable, looksLike } from './likeness-memory.ts';

/** Two of them are as far apart as their places on a line. */
const face = (place: number): Float32Array => Float32Array.from({ length: 128 }, (_, at) => (at === 0 ? place : 0.1));
const page = (bitsSet: number, kind = 'p2'): string => {
  const bits = '1'.repeat(bitsSet).padEnd(1_280, '0');
  return `${kind}:${(bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')}`;
};
const like = (one: { face: Float32Array | null; pictureHash: string }, other: { face: Float32Array | null; pictureHash: string }): boolean => looksLike(comparable(one), comparable(other));

test('the bits of two pictures are counted, of every word', () => {
  expect([0, 1, 31, 32, 33, 700, 1_280].map((bits) => bitsApart(comparable({ face: null, pictureHash: page(0) }), comparable({ face: null, pictureHash: page(bits) })))).toEqual([0, 1, 31, 32, 33, 700, 1_280]);
});

test.each<[string, number | null, number, boolean]>([
  ['one face, whatever the picture', 0.399, 1_280, true], ['faces that a check would doubt, on one picture', 0.599, 128, true], ['the same on two pictures', 0.41, 129, false],
  ['two faces on one picture: two holders of one layout', 0.61, 0, false], ['a picture without a known face', null, 128, true], ['another picture without one', null, 129, false],
])('%s', (_, apart, bits, alike) => {
  expect(like({ face: face(0), pictureHash: page(0) }, { face: apart === null ? null : face(apart), pictureHash: page(bits) })).toBe(alike);
});

test('hashes of another version or kind are no picture, and break nothing: the faces are compared as ever', () => {
  for (const pictureHash of ['0123456789abcdef', '', page(0, 's2'), page(0, 'p3'), page(0).slice(0, -8), `${page(0)}00000000`]) {
    expect(like({ face: null, pictureHash }, { face: null, pictureHash: page(0) })).toBe(false);
    expect(like({ face: face(0), pictureHash }, { face: face(0.3), pictureHash: page(0) })).toBe(true);
  }
  expect(like({ face: null, pictureHash: '0123456789abcdef' }, { face: null, pictureHash: '0123456789abcdef' })).toBe(false);
});
