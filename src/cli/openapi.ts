/** `npm run openapi`: writes openapi.json from the routes; with --check it only compares, and ends with 1 when they differ. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emittedOpenApi } from './emitted-openapi.ts';

const file = fileURLToPath(new URL('../../openapi.json', import.meta.url));
const emitted = await emittedOpenApi();
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== emitted) {
    process.stderr.write('openapi.json differs from the routes; run npm run openapi and commit it.\n');
    process.exitCode = 1;
  }
} else writeFileSync(file, emitted);
