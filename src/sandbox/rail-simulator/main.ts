/**
 * The rail simulator as a program of its own: `PORT=4010 DIRECTORY=.data/rail SEED=1 node src/sandbox/rail-simulator/main.ts`.
 * `FAULTS` may hold a JSON object of fault names and probabilities. Ends on SIGINT or SIGTERM.
 */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createFaults, parseFaultMix, seededRandom } from './faults.ts';
import { startRailServer } from './server.ts';
import { createRailSimulator } from './simulator.ts';

const RANDOM_RANGE = 2 ** 47;

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function wholeNumber(name: string, fallback: number, max: number): number {
  const text = process.env[name];
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : stop(`${name}: expected a whole number from 0 to ${max}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Only the faults follow the seed: session ids must differ between processes that share a book.
const faults = createFaults(seededRandom(wholeNumber('SEED', 1, 2 ** 32 - 1)));
const mix = parseFaultMix(jsonOf(process.env['FAULTS'] ?? '{}'));
faults.set(mix ?? stop('FAULTS: expected a JSON object of fault names and probabilities from 0 to 1'));

const simulator = await createRailSimulator({
  directory: process.env['DIRECTORY'] ?? '.data/rail',
  now: () => Date.now(),
  random: () => randomInt(RANDOM_RANGE) / RANDOM_RANGE,
  delay: (milliseconds) => setTimeout(milliseconds),
  faults,
});
const port = wholeNumber('PORT', 4010, 65_535);
const server = await startRailServer({ simulator, faults, nowMs: () => performance.now(), port }).catch(
  (error: unknown) => stop(`PORT: cannot listen on ${port}: ${String(error)}`),
);
process.stdout.write(`rail simulator: ${server.url}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server
      .close()
      .then(() => simulator.close())
      .then(() => process.exit(0));
  });
}
