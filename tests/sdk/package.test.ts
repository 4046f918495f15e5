/** What the SDK promises about itself: generated from the committed document, and nothing needed at run time. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDocument } from '../../scripts/sdk/document.ts';
import { sdkText } from '../../scripts/sdk/emit.ts';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sources = readdirSync(new URL('../../sdk/src', import.meta.url)).filter((name) => !name.endsWith('.test.ts'));

test('its operations are those of openapi.json', () => {
  // Compared as a flag: a difference of the two texts would fill the screen.
  expect(sdkText(readDocument(text('openapi.json'))) === text('sdk/src/operations.gen.ts'), 'run npm run openapi and commit sdk/src/operations.gen.ts').toBe(true);
});

test('it imports nothing but its own files, so that it runs on every runtime', () => {
  const imports = sources.flatMap((name) => [...text(`sdk/src/${name}`).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? ''));
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((target) => !target.startsWith('./'))).toEqual([]);
  expect(Object.keys(JSON.parse(text('sdk/package.json')) as object)).not.toContain('dependencies');
});
