import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emittedOpenApi } from '#src/cli/emitted-openapi.ts';
import { isRecord } from '#src/lib/assert.ts';

const readCommitted = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const committed = readCommitted('openapi.json');

test('the committed documents are what the routes say', async () => {
  const { api, dashboard } = await emittedOpenApi();
  // Compared as flags: a difference of the texts would fill the screen.
  expect(api === committed, 'run npm run openapi and commit openapi.json').toBe(true);
  expect(dashboard === readCommitted('dashboard-openapi.json'), 'run npm run openapi and commit dashboard-openapi.json').toBe(true);
});

test('the committed document is OpenAPI 3.1 with paths', () => {
  const document: unknown = JSON.parse(committed);
  expect(isRecord(document) && String(document['openapi'])).toMatch(/^3\.1\./);
  expect(isRecord(document) && isRecord(document['paths']) ? Object.keys(document['paths']).length : 0).toBeGreaterThan(30);
});
