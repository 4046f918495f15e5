/**
 * `npm run verify -- sim`: the shipped policy over many seeds, and each unsafe policy until it is caught.
 *
 *   --seeds 200000   seeds of the shipped policy      --first 1   the first of them
 *   --seed N         one seed; --trace tells it step by step; --policy NAME runs it under an unsafe policy
 */
import { parseArgs } from 'node:util';
import { runSeeds } from './campaign.ts';
import { formerPolicies, type Policy, shipped, unsafePolicies } from './policy.ts';
import { simulate } from './simulate.ts';

/** An unsafe policy that is not caught by then counts as missed. */
const seedsToCatch = 10_000;

export async function run(args: readonly string[]): Promise<{ pass: boolean; figures: Record<string, unknown> }> {
  const { values } = parseArgs({
    args: [...args],
    options: { seeds: { type: 'string', default: '200000' }, first: { type: 'string', default: '1' }, seed: { type: 'string' }, trace: { type: 'boolean', default: false }, policy: { type: 'string', default: 'shipped' } },
  });
  if (values.seed !== undefined) return runOne(readCount(values.seed), policyNamed(values.policy), values.trace);
  const first = readCount(values.first);
  const campaign = runSeeds(shipped, first, readCount(values.seeds));
  const caught = unsafePolicies.map((policy) => {
    const { violations: [found], seeds, microsecondsPerSeed } = runSeeds(policy, first, seedsToCatch, { stopAtFirst: true });
    return { policy: policy.name, caughtAtSeed: found?.seed ?? null, seeds, by: found?.message ?? null, microsecondsPerSeed };
  });
  const missed = caught.filter(({ caughtAtSeed }) => caughtAtSeed === null).length;
  return {
    pass: campaign.violated === 0 && missed === 0,
    figures: { seed: first, ...campaign, unsafeCaught: `${caught.length - missed} of ${caught.length}`, unsafe: caught },
  };
}

function runOne(seed: number, policy: Policy, trace: boolean): { pass: boolean; figures: Record<string, unknown> } {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const outcome = simulate(seed, { policy, ...(trace ? { say } : {}) });
  return { pass: outcome.violation === null, figures: { policy: policy.name, ...outcome } };
}

function policyNamed(name: string): Policy {
  const policies = [shipped, ...unsafePolicies, ...formerPolicies];
  const policy = policies.find((candidate) => candidate.name === name);
  if (policy === undefined) throw new Error(`There is no policy ${name}. There are ${policies.map((each) => each.name).join(', ')}.`);
  return policy;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${text} is not a count.`);
  return count;
}
