import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emittedOpenApi } from '#src/cli/emitted-openapi.ts';
import { isRecord } from '#src/lib/assert.ts';

const committed = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

test('the committed openapi.json is what the routes say', async () => {
  // Compared as a flag: a difference of the two texts would fill the screen.
  expect((await emittedOpenApi()) === committed, 'run npm run openapi and commit openapi.json').toBe(true);
});

test('the committed document is OpenAPI 3.1 with paths', () => {
  const document: unknown = JSON.parse(committed);
  expect(isRecord(document) && String(document['openapi'])).toMatch(/^3\.1\./);
  expect(isRecord(document) && isRecord(document['paths']) ? Object.keys(document['paths']).length : 0).toBeGreaterThan(30);
});
