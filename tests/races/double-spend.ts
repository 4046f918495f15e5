/**
 * One balance, many confirmations at once. One active code for an account means that an account confirms one transfer at a
 * time, so here that rule is taken away: every prepared transfer gets an active code, and only the balance is left to
 * decide. Accepted must be floor(balance / cost), in every round, over two programs.
 */
import { type Outcome, addTally, serverErrors, tally } from './outcome.ts';
import type { Pair } from './pair.ts';
import { balanceOf, elsewhere, here, openSource, pending, validate } from './people.ts';
import type { Random } from './random.ts';

export async function doubleSpend(pair: Pair, random: Random, options: { rounds: number; attempts: number }): Promise<Outcome> {
  const [index] = await pair.query<{ indexdef: string }>(`select indexdef from pg_indexes where indexname = 'otp_one_active'`);
  await pair.query('drop index otp_one_active');
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let accepted = 0;
  for (let round = 1; round <= options.rounds; round += 1) {
    const outcome = await oneRound(pair, random, { onUs: round % 2 === 0, attempts: options.attempts });
    addTally(answers, outcome.answers);
    accepted += outcome.accepted;
    faults.push(...outcome.faults.map((fault) => `round ${round}: ${fault}`));
  }
  await pair.query(`update otp set state = 'superseded' where state = 'active'`);
  await pair.query(index?.indexdef ?? '');
  return { figures: { rounds: options.rounds, attemptsEach: options.attempts, accepted, answers }, faults };
}

type Round = { answers: Record<string, number>; accepted: number; faults: string[] };

async function oneRound(pair: Pair, random: Random, { onUs, attempts }: { onUs: boolean; attempts: number }): Promise<Round> {
  const tenant = await pair.addTenant();
  const naira = 2_000 + random.below(20_000);
  const source = await openSource(pair, { naira, tenant });
  const to = onUs ? here((await openSource(pair, { tenant })).accountNumber) : elsewhere;
  const amount = 100 + random.below(900);
  const transfers = await Promise.all(Array.from({ length: attempts }, (_, index) => pending(pair, source, { amount, to }, { program: index, tenant })));
  await pair.query(`update otp set state = 'active' where tenant_id = $1`, [tenant.tenantId]);

  const replies = await pair.storm(random.shuffled(transfers).map((transfer) => validate(transfer)), tenant);
  const answers = tally(replies);
  const accepted = replies.filter((reply) => reply.status === 200).length;
  const [costs] = await pair.query<{ least: string; most: string }>(
    'select min(amount_kobo + fee_kobo + vat_kobo + duty_kobo) as least, max(amount_kobo + fee_kobo + vat_kobo + duty_kobo) as most from transfer where tenant_id = $1', [tenant.tenantId]);
  const cost = BigInt(costs?.most ?? '0');
  const expected = Math.min(attempts, Number(BigInt(naira * 100) / cost));
  const balance = await balanceOf(pair, source.accountNumber);
  const left = BigInt(naira * 100) - BigInt(accepted) * cost;
  const faults = serverErrors(replies);
  if (costs?.least !== costs?.most) faults.push('the transfers of a round do not cost the same');
  if (accepted !== expected) faults.push(`${accepted} accepted, ${expected} were paid for (${JSON.stringify(answers)})`);
  if ((answers['insufficient_funds'] ?? 0) !== attempts - accepted) faults.push(`not every refusal is for want of money: ${JSON.stringify(answers)}`);
  if (balance.available !== left || balance.available < 0n) faults.push(`${balance.available} kobo are left, ${left} should be`);
  return { answers, accepted, faults };
}
