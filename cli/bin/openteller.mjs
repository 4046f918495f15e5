#!/usr/bin/env node
// `npx openteller` in a clone: the same as `npm run --silent openteller --`, from any folder.
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('../src/main.ts', import.meta.url)));
await import('../../scripts/run.mjs');
