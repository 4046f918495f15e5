import { describe, expect, test } from 'vitest';
import { fail, Failure } from '#src/errors.ts';
import { accountBudget, addressBudget, type Budget, createTries, memberBudget, signUpBudgets } from './tries.ts';

const clock = { ms: 0 };

/** How many of so many guesses, sent at once, are judged. */
async function judged(tries: ReturnType<typeof createTries>, budgets: readonly Budget[], guesses: number): Promise<number> {
  let count = 0;
  await Promise.allSettled(Array.from({ length: guesses }, () => tries.guarded(budgets, async () => {
    count += 1;
    await Promise.resolve();
    throw fail('sign_in_invalid');
  })));
  return count;
}

describe('wrong guesses', () => {
  test.each([
    ['an account from one address', [accountBudget('a@b.example', '192.0.2.1')], 10],
    ['an address over all accounts', [addressBudget('192.0.2.1')], 100],
    ['a member, from wherever', [memberBudget('mem_1')], 5],
  ] as const)('of %s are bounded, also when they come at once', async (_what, budgets, most) => {
    expect(await judged(createTries(() => 0), budgets, 300)).toBe(most);
  });

  test('are free again with time, so that nobody stays locked out', async () => {
    const tries = createTries(() => clock.ms);
    const budget = [accountBudget('a@b.example', '192.0.2.1')];
    await judged(tries, budget, 50);
    clock.ms += 60_000;
    expect(await judged(tries, budget, 50)).toBe(10);
  });

  test('of a stranger leave the owner\'s own address alone', async () => {
    const tries = createTries(() => 0);
    await judged(tries, [accountBudget('A@b.example', '192.0.2.1')], 50);
    expect(await judged(tries, [accountBudget('a@B.example', '192.0.2.1')], 1)).toBe(0);
    expect(await judged(tries, [accountBudget('a@b.example', '192.0.2.2')], 1)).toBe(1);
  });

  test('from one /64 of IPv6 are those of one address', async () => {
    const budgetsFrom: ((ip: string) => readonly Budget[])[] = [(ip) => [addressBudget(ip)], (ip) => [accountBudget('a@b.example', ip)], (ip) => signUpBudgets('a@b.example', ip).slice(1, 2)];
    for (const from of budgetsFrom) {
      const tries = createTries(() => 0);
      await judged(tries, from('2001:db8:1:2::7'), 300);
      expect(await judged(tries, from('2001:db8:1:2:ffff:1:2:3'), 1)).toBe(0);
      expect(await judged(tries, from('2001:db8:1:3::7'), 1)).toBe(1);
    }
  });

  test('refused by one budget cost the others nothing', async () => {
    const tries = createTries(() => 0);
    const spent = accountBudget('a@b.example', '192.0.2.1');
    await judged(tries, [spent], 10);
    await judged(tries, [addressBudget('192.0.2.1'), spent], 500);
    expect(await judged(tries, [addressBudget('192.0.2.1')], 300)).toBe(100);
  });
});

test('right guesses, and failures of ours, cost nothing', async () => {
  const tries = createTries(() => 0);
  const budget = [memberBudget('mem_1')];
  for (let index = 0; index < 20; index += 1) {
    expect(await tries.guarded(budget, async () => index)).toBe(index);
    await expect(tries.guarded(budget, async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(tries.guarded(budget, async () => Promise.reject(fail('second_factor_required')))).rejects.toBeInstanceOf(Failure);
  }
  expect(await judged(tries, budget, 20)).toBe(5);
});
