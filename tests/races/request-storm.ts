/** Copies of one request at once, over two programs: executed once, and every other copy is its answer or "still running". */
import { randomUUID } from 'node:crypto';
import { type Outcome, addTally, serverErrors, tally, unexpected } from './outcome.ts';
import type { Call, Pair } from './pair.ts';
import { balanceOf, credit, openCustomer, openSource, pending, pendingOf, prepare, rightOtp, type Source, validate } from './people.ts';
import type { Random } from './random.ts';

type Kind = {
  name: string;
  call(pair: Pair, source: Source): Promise<Call>;
  /** How often it took effect, by the database. */
  effects(pair: Pair, source: Source): Promise<number>;
};

const count = async (pair: Pair, table: 'transfer' | 'otp' | 'own_limit' | 'event', where: string, value: string): Promise<number> => {
  const [row] = await pair.query<{ count: string }>(`select count(*) as count from ${table} where ${where} = $1`, [value]);
  return Number(row?.count ?? 0);
};

/** Tries at any code of the account. */
const tries = async (pair: Pair, source: Source): Promise<number> => {
  const [row] = await pair.query<{ tries: string }>('select sum(attempts) as tries from otp where account_number = $1', [source.accountNumber]);
  return Number(row?.tries ?? 0);
};

const kinds: readonly Kind[] = [
  {
    name: 'initiate',
    call: (pair, source) => prepare(pair, source, { amount: 700 }),
    effects: (pair, source) => count(pair, 'transfer', 'source_account_number', source.accountNumber),
  },
  {
    name: 'validate',
    call: async (pair, source) => validate(await pending(pair, source, { amount: 700 })),
    effects: async (pair, source) => Number(((await balanceOf(pair, source.accountNumber)).held) / 70_000n),
  },
  {
    name: 'wrong validate',
    call: async (pair, source) => validate(await pending(pair, source, { amount: 700 }), '000001'),
    effects: (pair, source) => tries(pair, source),
  },
  {
    name: 'credit',
    call: async (_pair, source) => credit(source.accountNumber, 50_000),
    effects: async (pair, source) => Number((await balanceOf(pair, source.accountNumber)).ledger / 5_000_000n),
  },
  {
    name: 'otp request',
    call: async (_pair, source) => ({ method: 'POST', path: '/utils/otp-request', body: { accountNumber: source.accountNumber } }),
    effects: (pair, source) => count(pair, 'otp', 'account_number', source.accountNumber),
  },
  {
    name: 'otp validation',
    async call(pair, source) {
      const { otpReferenceId } = await pair.must(0, { method: 'POST', path: '/utils/otp-request', body: { accountNumber: source.accountNumber } });
      return { method: 'POST', path: '/utils/otp-validation', body: { otpReferenceId, OTP: rightOtp } };
    },
    effects: (pair, source) => tries(pair, source),
  },
  {
    name: 'resend',
    call: async (pair, source) => ({ method: 'POST', path: '/transfer/resend-otp', body: { transactionId: (await pending(pair, source, { amount: 700 })).transactionId } }),
    effects: async (pair, source) => (await count(pair, 'otp', 'account_number', source.accountNumber)) - 1,
  },
];

export async function requestStorm(pair: Pair, random: Random, options: { rounds: number; copies: number }): Promise<Outcome> {
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const kind of random.shuffled(kinds)) {
      const source = await openSource(pair, { naira: 2_000 });
      const found = await oneStorm(pair, kind, source, options.copies, answers);
      faults.push(...found.map((fault) => `round ${round}, ${kind.name}: ${fault}`));
    }
    faults.push(...(await oneEnquiry(pair, options.copies)).map((fault) => `round ${round}, one enquiry: ${fault}`));
  }
  return { figures: { rounds: options.rounds, copiesEach: options.copies, kinds: kinds.length, answers }, faults };
}

async function oneStorm(pair: Pair, kind: Kind, source: Source, copies: number, answers: Record<string, number>): Promise<string[]> {
  const call = { ...(await kind.call(pair, source)), requestId: randomUUID() };
  const replies = await pair.storm(Array.from({ length: copies }, () => call));
  const counts = tally(replies);
  addTally(answers, counts);
  const faults = serverErrors(replies);
  const given = replies.filter((reply) => reply.code !== 'request_in_progress');
  const executed = given.filter((reply) => !reply.replayed);
  if (executed.length !== 1) faults.push(`${executed.length} answers claim to be the first (${JSON.stringify(counts)})`);
  if (new Set(given.map((reply) => reply.text)).size !== 1) faults.push(`the answers differ: ${JSON.stringify(counts)}`);
  const effects = await kind.effects(pair, source);
  if (effects !== 1) faults.push(`it took effect ${effects} times`);
  const again = await pair.send(1, call);
  if (!again.replayed || again.text !== given[0]?.text) faults.push(`a later copy is answered ${again.status}, replayed ${again.replayed}`);
  const other = await pair.send(0, { method: 'POST', path: '/utils/otp-request', body: { accountNumber: '1234567890' }, requestId: call.requestId });
  if (other.code !== 'request_id_reused') faults.push(`another request under the same id is answered ${other.status} ${other.code}`);
  return faults;
}

/** A caller that retries with fresh requestIds cannot pay twice from one name enquiry either. */
async function oneEnquiry(pair: Pair, copies: number): Promise<string[]> {
  const customerId = await openCustomer(pair);
  const source = await openSource(pair, { customerId, naira: 2_000 });
  const call = await prepare(pair, source, { amount: 700 });
  const replies = await pair.storm(Array.from({ length: copies }, () => call));
  const counts = tally(replies);
  const faults = [...serverErrors(replies), ...unexpected(counts, ['200', 'name_enquiry_already_used'])];
  if (counts['200'] !== 1) faults.push(`${counts['200']} transfers from one name enquiry`);
  const first = replies.find((reply) => reply.status === 200);
  if (first !== undefined) await pair.must(0, validate(pendingOf(first.data)));
  return faults;
}
