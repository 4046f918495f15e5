#!/usr/bin/env node
/** Process entry of `openteller`. */
import { runCommandLine } from './run.ts';

// Who reads only the first lines closes the pipe.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runCommandLine(process.argv.slice(2));
