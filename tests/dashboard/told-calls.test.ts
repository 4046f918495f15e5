/** What pages tell people to call: every `POST /path` in their words and examples is a call that exists. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readRepositoryFile, readSources } from '#tests/tidy/source-file.ts';

const documentOf = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const known = ['openapi.json', 'dashboard-openapi.json'].flatMap((file) => Object.entries(documentOf.parse(JSON.parse(readRepositoryFile(file))).paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => shapeOf(method, path))));

/** What stands for a value is the same whatever it is called. */
function shapeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\{\w*\}/g, '{}')}`;
}

/** In words, as `POST /transfer/validate`; in examples, as `method: 'POST', path: '/transfer/validate'`. */
function toldIn(source: string): string[] {
  const text = source.replaceAll('&#123;', '{').replaceAll('&#125;', '}').replaceAll(/\$\{[^{}]*\}/g, '{}');
  const [verb, path] = ['(GET|POST|PUT|PATCH|DELETE)', String.raw`(/[\w{}/-]*[\w}])`];
  return [new RegExp(`\\b${verb} ${path}`, 'g'), new RegExp(`method: '${verb}', path: ['\`]${path}`, 'g')]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, method = '', told = '']) => shapeOf(method, told)));
}

test('every call that a page names exists', () => {
  const told = readSources(['dashboard/src']).filter(({ path }) => !path.endsWith('.gen.ts')).flatMap(({ path, text }) => toldIn(text).map((call) => ({ path, call })));
  // Words and examples alike are found.
  expect(told.map(({ call }) => call)).toEqual(expect.arrayContaining(['POST /transfer/name-enquiry', 'PUT /limits/customer/{}', 'GET /transfer/status/{}', 'POST /sandbox/credit']));
  expect(told.filter(({ call }) => !known.includes(call))).toEqual([]);
});
