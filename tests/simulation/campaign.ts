/** Many seeds of one policy, and what came of them. */
import type { Policy } from './policy.ts';
import { simulate } from './simulate.ts';

export type Campaign = {
  policy: string;
  seeds: number;
  /** The first ten. */
  violations: { seed: number; promise: string; message: string }[];
  violated: number;
  transfers: number;
  steps: number;
  microsecondsPerSeed: number;
  states: Record<string, number>;
};

/** Runs `count` seeds from `first` on; with `stopAtFirst` no further than the first violation. */
export function runSeeds(policy: Policy, first: number, count: number, options: { stopAtFirst?: boolean } = {}): Campaign {
  const campaign: Campaign = { policy: policy.name, seeds: 0, violations: [], violated: 0, transfers: 0, steps: 0, microsecondsPerSeed: 0, states: {} };
  const startedMs = performance.now();
  // Refusals are values here, and nobody reads where they were made.
  const frames = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const { violation, steps, transfers, states } = simulate(seed, { policy });
    campaign.seeds += 1;
    campaign.steps += steps;
    campaign.transfers += transfers;
    for (const [state, reached] of Object.entries(states)) campaign.states[state] = (campaign.states[state] ?? 0) + reached;
    if (violation === null) continue;
    campaign.violated += 1;
    if (campaign.violations.length < 10) campaign.violations.push({ seed, ...violation });
    if (options.stopAtFirst === true) break;
  }
  Error.stackTraceLimit = frames;
  campaign.microsecondsPerSeed = Math.round(((performance.now() - startedMs) * 1000) / Math.max(1, campaign.seeds));
  return campaign;
}
