/** Test support: a simulator on a directory of its own, with trouble at hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RailTrouble } from '#src/transfers/rails/rail-contract.ts';
import { createFaults, seededRandom } from './faults.ts';
import type { Faults } from './faults.ts';
import { createRailSimulator } from './simulator.ts';
import type { RailSimulator } from './simulator.ts';

export type SimulatorHarness = {
  directory: string;
  faults: Faults;
  /** The simulator on this directory; a second one is a second process as far as the book goes. */
  open(seed?: number): Promise<RailSimulator>;
  suffer(trouble: RailTrouble | null): void;
  clock: { nowMs: number };
  remove(): void;
};

export function createSimulatorHarness(): SimulatorHarness {
  const directory = mkdtempSync(join(tmpdir(), 'openteller-rail-'));
  const faults = createFaults(seededRandom(1));
  const clock = { nowMs: Date.parse('2026-01-02T03:04:05Z') };
  let hanging = false;
  return {
    directory,
    faults,
    clock,
    open: (seed = 7) =>
      createRailSimulator({
        directory,
        now: () => clock.nowMs,
        random: seededRandom(seed),
        // Waits cost nothing here, but for those that are meant to outlast every caller.
        delay: () => (hanging ? new Promise(() => undefined) : Promise.resolve()),
        faults,
      }),
    suffer: (trouble) => {
      hanging = trouble === 'hang';
      faults.set(trouble === null ? {} : { [trouble === 'hang' ? 'delayed' : trouble]: 1 });
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export function creditsOf(simulator: RailSimulator, railRef: string): number {
  return [...simulator.credits()].filter((credit) => credit.railRef === railRef).length;
}
