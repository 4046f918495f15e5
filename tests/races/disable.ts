/**
 * A customer is disabled while its transfers are confirmed. Whoever began after the answer "disabled" is refused; whoever
 * began before is one or the other, and the held money says which.
 */
import { type Outcome, addTally, serverErrors, tally, unexpected } from './outcome.ts';
import type { Pair, Reply } from './pair.ts';
import { balanceOf, openCustomer, openSource, pending, validate } from './people.ts';
import type { Random } from './random.ts';

export async function disableRace(pair: Pair, random: Random, options: { rounds: number; accounts: number }): Promise<Outcome> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let refusedInFlight = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    const customerId = await openCustomer(pair);
    const waiting = await Promise.all(Array.from({ length: options.accounts }, async (_, index) => {
      const source = await openSource(pair, { customerId, naira: 2_000 });
      return { source, transfer: await pending(pair, source, { amount: 1000 }, { program: index }) };
    }));
    const late = waiting.splice(0, 4);
    const before = waiting.slice(0, random.below(waiting.length));
    const racing = before.map(({ transfer }, index) => pair.send(index, validate(transfer)));
    const disabled = pair.send(random.below(2), { method: 'PATCH', path: `/customer/profile/${customerId}`, body: { status: false, reason: 'A race' } });
    const during = waiting.slice(before.length).map(({ transfer }, index) => pair.send(index, validate(transfer)));
    const patched = await disabled;
    const after = await Promise.all(late.map(({ transfer }, index) => pair.send(index, validate(transfer))));
    const inFlight = await Promise.all([...racing, ...during]);
    const found = [...serverErrors([patched, ...inFlight, ...after]), ...unexpected(tally(inFlight), ['200', 'customer_disabled'])];
    if (patched.status !== 200) found.push(`disabling answered ${patched.status} ${patched.code}`);
    if (after.some((reply) => reply.code !== 'customer_disabled')) found.push(`after the answer: ${JSON.stringify(tally(after))}`);
    found.push(...(await heldAsAnswered(pair, [...before, ...waiting.slice(before.length)].map(({ source }) => source.accountNumber), inFlight)));
    faults.push(...found.map((fault) => `round ${round}: ${fault}`));
    refusedInFlight += inFlight.filter((reply) => reply.code === 'customer_disabled').length;
    addTally(answers, tally([...inFlight, ...after]));
  }
  return { figures: { rounds: options.rounds, accountsEach: options.accounts, refusedInFlight, answers }, faults };
}

async function heldAsAnswered(pair: Pair, accountNumbers: readonly string[], replies: readonly Reply[]): Promise<string[]> {
  const balances = await Promise.all(accountNumbers.map((accountNumber) => balanceOf(pair, accountNumber)));
  return balances.flatMap(({ held }, index) => {
    const accepted = replies[index]?.status === 200;
    return held > 0n === accepted ? [] : [`account ${accountNumbers[index]} holds ${held} kobo, its transfer was ${accepted ? 'accepted' : 'refused'}`];
  });
}
