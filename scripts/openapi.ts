/** `npm run openapi`: writes openapi.json and dashboard-openapi.json from the routes, and the operations of the SDK and of the dashboard's pages from them; with --check it only compares, and ends with 1 when they differ. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { emittedOpenApi } from '../src/cli/emitted-openapi.ts';
import { callsText } from './dashboard/emit.ts';
import { readDocument } from './sdk/document.ts';
import { sdkText } from './sdk/emit.ts';

const { api, dashboard } = await emittedOpenApi();
const emitted = { 'openapi.json': api, 'dashboard-openapi.json': dashboard, 'sdk/src/operations.gen.ts': sdkText(readDocument(api)), 'dashboard/src/api/calls.gen.ts': callsText(readDocument(dashboard)) };

for (const [name, text] of Object.entries(emitted)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${name} differs from the routes; run npm run openapi and commit it.\n`);
    process.exitCode = 1;
  }
}
