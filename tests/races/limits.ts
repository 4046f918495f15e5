/** Limits while everything comes at once: a customer with many accounts, each with its own active code, over two programs. */
import { type Outcome, addTally, serverErrors, tally, unexpected } from './outcome.ts';
import type { Pair } from './pair.ts';
import { balanceOf, credit, openCustomer, openSource, pending, validate } from './people.ts';
import type { Random } from './random.ts';

/** Tier 1, naira. */
const perDay = 50_000;
const maxBalance = 300_000;

export async function limitRace(pair: Pair, random: Random, options: { rounds: number; accounts: number }): Promise<Outcome> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const found = [...(await dayLimit(pair, random, options.accounts, answers)), ...(await balanceLimit(pair, random, answers))];
    faults.push(...found.map((fault) => `round ${round}: ${fault}`));
  }
  return { figures: { rounds: options.rounds, accountsEach: options.accounts, answers }, faults };
}

async function dayLimit(pair: Pair, random: Random, accounts: number, answers: Record<string, number>): Promise<string[]> {
  const customerId = await openCustomer(pair);
  const amount = 5_000 + random.below(10_000);
  const transfers = await Promise.all(Array.from({ length: accounts }, async (_, index) => {
    const source = await openSource(pair, { customerId, naira: 20_000 });
    return pending(pair, source, { amount }, { program: index });
  }));
  const replies = await pair.storm(random.shuffled(transfers).map((transfer) => validate(transfer)));
  const counts = tally(replies);
  addTally(answers, counts);
  const expected = Math.min(accounts, Math.floor(perDay / amount));
  const faults = [...serverErrors(replies), ...unexpected(counts, ['200', 'limit_exceeded'])];
  if ((counts['200'] ?? 0) !== expected) faults.push(`${counts['200']} transfers of ${amount} naira were accepted in a day of ${perDay}, ${expected} fit`);
  const [usage] = await pair.query<{ amount: string; transfers: number }>('select amount_kobo as amount, transfers from limit_usage where subject = $1', [`customer:${customerId}`]);
  if (usage?.transfers !== expected || Number(usage.amount) !== expected * amount * 100) faults.push(`the day counts ${usage?.transfers} transfers and ${usage?.amount} kobo`);
  return faults;
}

async function balanceLimit(pair: Pair, random: Random, answers: Record<string, number>): Promise<string[]> {
  const source = await openSource(pair, { customerId: await openCustomer(pair) });
  const amount = 10_000 + random.below(20_000);
  const replies = await pair.storm(Array.from({ length: 40 }, () => credit(source.accountNumber, amount)));
  const counts = tally(replies);
  addTally(answers, counts);
  const expected = Math.floor(maxBalance / amount);
  const { ledger } = await balanceOf(pair, source.accountNumber);
  const faults = [...serverErrors(replies), ...unexpected(counts, ['200', 'limit_exceeded'])];
  if ((counts['200'] ?? 0) !== expected || ledger !== BigInt(expected * amount * 100)) faults.push(`${counts['200']} credits of ${amount} naira made ${ledger} kobo, ${expected} fit`);
  return faults;
}
