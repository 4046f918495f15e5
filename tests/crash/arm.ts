/**
 * Preloaded beside the program (`node --import ./tests/crash/arm.ts src/main.ts`), never part of it: kills the process
 * with SIGKILL when it passes CRASH_POINT for the CRASH_NTH time. CRASH_TRACE names a file for every place passed.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { crashChannel } from '#src/work/crash-points.ts';

const point = process.env['CRASH_POINT'];
const trace = process.env['CRASH_TRACE'];
const seen = new Set<unknown>();
let left = Number(process.env['CRASH_NTH'] ?? '1');

subscribe(crashChannel, (name) => {
  if (trace !== undefined && !seen.has(name)) appendFileSync(trace, `${String(name)}\n`);
  seen.add(name);
  if (name !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
});
