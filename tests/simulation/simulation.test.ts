import { expect, test } from 'vitest';
import { runSeeds } from './campaign.ts';
import { formerPolicies, shipped, unsafePolicies } from './policy.ts';
import regressions from './regressions.json' with { type: 'json' };
import { simulate } from './simulate.ts';

test('no seed of 3,000 loses, doubles or reverses money', () => {
  const campaign = runSeeds(shipped, 1, 3_000);
  expect(campaign.violations).toEqual([]);
  // The runs reach every end, so that finding nothing means something.
  expect(Object.keys(campaign.states).sort()).toEqual(['CANCELLED', 'COMPLETED', 'EXPIRED', 'FAILED', 'RETURNED']);
});

test.each(unsafePolicies)('the unsafe policy $name is caught within 10,000 seeds', (policy) => {
  expect(runSeeds(policy, 1, 10_000, { stopAtFirst: true }).violated).toBe(1);
});

test.each(regressions)('seed $seed stays clean, and loses money under the former policy $former', ({ seed, former }) => {
  expect(simulate(seed).violation).toBeNull();
  const policy = formerPolicies.find(({ name }) => name === former);
  expect(policy).toBeDefined();
  expect(simulate(seed, policy === undefined ? {} : { policy }).violation).toMatchObject({ promise: 'I7' });
});

test('a rail that refuses every connection leaves the transfer to people after 23 hours', () => {
  const told: string[] = [];
  expect(simulate(unreachableSeed, { say: (text) => told.push(text) }).violation).toBeNull();
  expect(told.some((text) => text.includes(': REVIEW,'))).toBe(true);
});

test('the same seed is the same run, step by step', () => {
  const trace = (): string[] => {
    const told: string[] = [];
    simulate(12, { say: (text) => told.push(text) });
    return told;
  };
  const first = trace();
  expect(first.length).toBeGreaterThan(10);
  expect(trace()).toEqual(first);
});

/** Drawn as unreachable, with a payment that is confirmed. */
const unreachableSeed = 7_351;
