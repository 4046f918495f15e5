/**
 * Every verb at once, at random, on few accounts, over two programs with their workers: no answer is a server error, no
 * deadlock reaches a caller or a log, and afterwards the books agree.
 */
import { type Outcome, addTally, serverErrors, tally } from './outcome.ts';
import type { Call, Pair, Reply } from './pair.ts';
import { credit, elsewhere, here, openCustomer, openSource, type Pending, prepare, rightOtp, type Source, validate } from './people.ts';
import type { Random } from './random.ts';

type Crowd = {
  sources: readonly [Source, ...Source[]];
  customers: readonly [string, ...string[]];
  transfers: Pending[];
  utilities: string[];
};

const callers = 24;
/** A caller forgets old transfers, so that most of what it does is about a live one. */
const remembered = 40;
const narrations = ['Rent', 'scenario:reply_lost', 'scenario:transfer_rejected', 'scenario:pending_then_success', 'scenario:pending_then_failure', 'scenario:stays_pending'] as const;

type Verb = (pair: Pair, crowd: Crowd, random: Random, program: number) => Promise<Reply>;

const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body });

const verbs: Readonly<Record<string, Verb>> = {
  async initiate(pair, crowd, random, program) {
    const source = random.pick(crowd.sources);
    const others = crowd.sources.filter((other) => other !== source);
    const to = random.below(2) === 0 ? elsewhere : here(others[random.below(others.length)]?.accountNumber ?? source.accountNumber);
    const reply = await pair.send(program, await prepare(pair, source, { amount: 10 + random.below(400), to, narration: random.pick(narrations) }, { program }));
    const { transactionId, otpReferenceId } = reply.data;
    if (typeof transactionId === 'string' && typeof otpReferenceId === 'string') keep(crowd.transfers, { transactionId, otpReferenceId });
    return reply;
  },
  validate: (pair, crowd, random, program) => pair.send(program, validate(anyOf(crowd.transfers, random, noTransfer))),
  guess: (pair, crowd, random, program) => pair.send(program, validate(anyOf(crowd.transfers, random, noTransfer), '000001')),
  async resend(pair, crowd, random, program) {
    const { transactionId } = anyOf(crowd.transfers, random, noTransfer);
    const reply = await pair.send(program, post('/transfer/resend-otp', { transactionId }));
    if (typeof reply.data['otpReferenceId'] === 'string') keep(crowd.transfers, { transactionId, otpReferenceId: reply.data['otpReferenceId'] });
    return reply;
  },
  async requestOtp(pair, crowd, random, program) {
    const reply = await pair.send(program, post('/utils/otp-request', { accountNumber: random.pick(crowd.sources).accountNumber }));
    if (typeof reply.data['otpReferenceId'] === 'string') keep(crowd.utilities, reply.data['otpReferenceId']);
    return reply;
  },
  validateOtp: (pair, crowd, random, program) =>
    pair.send(program, post('/utils/otp-validation', { otpReferenceId: anyOf(crowd.utilities, random, 'otp_none'), OTP: random.below(3) === 0 ? '000001' : rightOtp })),
  credit: (pair, crowd, random, program) => pair.send(program, credit(random.pick(crowd.sources).accountNumber, 1 + random.below(50))),
  restrict: (pair, crowd, random, program) => pair.send(program, {
    method: 'PATCH', path: `/account/${random.pick(crowd.sources).accountNumber}`,
    body: { restriction: random.pick(['none', 'none', 'none', 'no_debit', 'no_credit']), reason: 'A race' },
  }),
  disable: (pair, crowd, random, program) =>
    pair.send(program, { method: 'PATCH', path: `/customer/profile/${random.pick(crowd.customers)}`, body: { status: random.below(3) > 0, reason: 'A race' } }),
  control: (pair, crowd, random, program) =>
    pair.send(program, { method: 'POST', path: `/sandbox/transfers/${anyOf(crowd.transfers, random, noTransfer).transactionId}/${random.pick(['settle', 'fail', 'reverse'])}` }),
  status: (pair, crowd, random, program) => pair.send(program, { method: 'GET', path: `/transfer/status/${anyOf(crowd.transfers, random, noTransfer).transactionId}` }),
  clock: (pair, _crowd, random, program) => pair.send(program, post('/sandbox/clock', { advanceSeconds: 1 + random.below(40) })),
};

/** How often each verb is drawn. */
const weights: Readonly<Record<string, number>> = { initiate: 8, validate: 8, guess: 2, resend: 2, requestOtp: 2, validateOtp: 2, credit: 4, restrict: 2, disable: 2, control: 3, status: 2, clock: 1 };
const drawn = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));

const noTransfer: Pending = { transactionId: 'txn_none', otpReferenceId: 'otp_none' };

function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > remembered) list.shift();
}

function anyOf<Item>(list: readonly Item[], random: Random, otherwise: Item): Item {
  return list[random.below(list.length)] ?? otherwise;
}

export async function mixedVerbs(pair: Pair, random: Random, options: { seconds: number }): Promise<Outcome> {
  const crowd = await openCrowd(pair);
  const deadlocksBefore = await deadlocks(pair);
  const logged = pair.programs.map(({ logLines }) => logLines.length);
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let calls = 0;
  const end = performance.now() + options.seconds * 1000;
  const worker = pair.work();
  await Promise.all(Array.from({ length: callers }, async (_, caller) => {
    while (performance.now() < end) {
      const name = drawn[random.below(drawn.length)] ?? 'status';
      const reply = await verbs[name]?.(pair, crowd, random, caller + calls);
      calls += 1;
      if (reply === undefined) continue;
      addTally(answers, tally([reply]));
      faults.push(...serverErrors([reply]).map((fault) => `${name}: ${fault}`));
    }
  }));
  await worker.stop();
  const errors = pair.programs.flatMap(({ logLines }, index) => logLines.slice(logged[index]).filter((line) => /"level":(?:50|60)/.test(line) && !line.includes('contradicts a final state')));
  faults.push(...errors.slice(0, 10).map((line) => `logged: ${line.slice(0, 400)}`));
  return { figures: { seconds: options.seconds, calls, deadlocksResolved: (await deadlocks(pair)) - deadlocksBefore, errorsLogged: errors.length, answers }, faults };
}

async function openCrowd(pair: Pair): Promise<Crowd> {
  const customers: [string, string] = [await openCustomer(pair), await openCustomer(pair)];
  const [first, ...rest] = await Promise.all([...customers, ...customers, undefined, undefined].map((customerId) =>
    openSource(pair, { naira: 20_000, ...(customerId === undefined ? {} : { customerId }) })));
  if (first === undefined) throw new Error('There are no accounts.');
  return { sources: [first, ...rest], customers, transfers: [], utilities: [] };
}

/** Deadlocks that PostgreSQL broke in this database; the statistics of a connection arrive when it is idle. */
async function deadlocks(pair: Pair): Promise<number> {
  const [row] = await pair.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(row?.deadlocks ?? 0);
}
