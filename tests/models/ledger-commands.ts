/** The commands of the ledger properties: each runs in the model and in PostgreSQL, and both must agree on every balance. */
import fc from 'fast-check';
import { type Database, violatedConstraint } from '#src/db/database.ts';
import { contraAccounts, lockBalances, openDepositAccount, post, type Posting, readBalances } from '#src/ledger/postings.ts';
import { assert } from '#src/lib/assert.ts';
import type { LedgerModel, ModelHold } from './ledger-model.ts';

export type RealLedger = { db: Database; tenantId: string; /** Makes the names of one run its own. */ run: string };
type Command = fc.AsyncCommand<LedgerModel, RealLedger>;

/** The transaction of a crashed process: everything was written, and nothing stays. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Writes the postings as every verb does: balances locked first. Answers whether the database accepted them. */
async function write(real: RealLedger, postings: readonly Posting[], crash: boolean): Promise<boolean> {
  try {
    await real.db.write(real.tenantId, async (tx) => {
      await lockBalances(tx, [...new Set(postings.flatMap((posting) => [posting.debitAccount, posting.creditAccount]))]);
      await post(tx, postings);
      if (crash) throw new Crash('before COMMIT');
    });
    return true;
  } catch (error) {
    if (crash && error instanceof Crash) return true;
    // A refusal by any rule of the database; everything else is a fault.
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  }
}

async function compare(model: LedgerModel, { db, tenantId }: RealLedger): Promise<void> {
  const stored = await db.read(tenantId, (tx) => readBalances(tx, [...model.balances.keys()]));
  for (const [account, balance] of model.balances) {
    const real = stored.get(account);
    assert(real !== undefined && real.ledger === balance.ledger && real.held === balance.held && real.available === balance.available,
      `${account} is ${real?.ledger}/${real?.held} in the database and ${balance.ledger}/${balance.held} in the model`);
    assert(real.available >= 0n, `${account} is overdrawn`);
  }
}

let entries = 0;
const nextId = (real: RealLedger, step: string): string => `${real.run}.${(entries += 1)}.${step}`;

function posting(kind: Posting['kind'], entryId: string, [debitAccount, creditAccount]: readonly [string, string], amountKobo: bigint, pendingId: string | null = null): Posting {
  return { kind, entryId, pendingId, debitAccount, creditAccount, amountKobo, code: 'transfer', reference: entryId, narration: 'Model' };
}

const open: Command = {
  check: (model) => model.balances.size < 5,
  async run(model, real) {
    const account = `${real.run}.${model.balances.size}`;
    await real.db.write(real.tenantId, (tx) => openDepositAccount(tx, account));
    model.open(account);
    await compare(model, real);
  },
  toString: () => 'open',
};

/** A command over existing accounts, chosen by position so that shrinking keeps its meaning. */
function overAccounts(name: string, run: (model: LedgerModel, real: RealLedger, accounts: readonly string[]) => Promise<void>): Command {
  return {
    check: (model) => model.balances.size > 0,
    async run(model, real) {
      await run(model, real, [...model.balances.keys()]);
      await compare(model, real);
    },
    toString: () => name,
  };
}

const at = <Item>(list: readonly Item[], place: number): Item => {
  const item = list[place % list.length];
  assert(item !== undefined, 'a command has something to choose from');
  return item;
};

const fund = (place: number, amountKobo: bigint): Command => overAccounts(`fund(${place}, ${amountKobo})`, async (model, real, accounts) => {
  const account = at(accounts, place);
  assert(await write(real, [posting('single', nextId(real, 'fund'), [contraAccounts.sandboxFunding, account], amountKobo)], false), 'funding was refused');
  model.fund(account, amountKobo);
});

/** The payee is the switch or another account. */
function pair(accounts: readonly string[], from: number, to: number): readonly [string, string] {
  const payer = at(accounts, from);
  return [payer, at([contraAccounts.railClearing, ...accounts.filter((account) => account !== payer)], to)];
}

const hold = (from: number, to: number, amountKobo: bigint, crash: boolean): Command => overAccounts(`hold(${from}, ${to}, ${amountKobo}${crash ? ', crash' : ''})`, async (model, real, accounts) => {
  const parties = pair(accounts, from, to);
  const id = nextId(real, 'hold');
  const accepted = await write(real, [posting('pending', id, parties, amountKobo)], crash);
  if (crash) return;
  assert(accepted === model.hold(id, ...parties, amountKobo), `a hold of ${amountKobo} was ${accepted ? 'accepted' : 'refused'}`);
});

const move = (from: number, to: number, amountKobo: bigint, crash: boolean): Command => overAccounts(`move(${from}, ${to}, ${amountKobo}${crash ? ', crash' : ''})`, async (model, real, accounts) => {
  const parties = pair(accounts, from, to);
  const accepted = await write(real, [posting('single', nextId(real, 'move'), parties, amountKobo)], crash);
  if (crash) return;
  assert(accepted === model.move(...parties, amountKobo), `a move of ${amountKobo} was ${accepted ? 'accepted' : 'refused'}`);
});

/** Two moves in one transaction, of which the database takes both or none. */
const twoMoves = (from: number, to: number, first: bigint, second: bigint): Command => overAccounts(`twoMoves(${from}, ${to}, ${first}, ${second})`, async (model, real, accounts) => {
  const parties = pair(accounts, from, to);
  const accepted = await write(real, [posting('single', nextId(real, 'first'), parties, first), posting('single', nextId(real, 'second'), parties, second)], false);
  assert(accepted === model.move(...parties, first + second), `moves of ${first} and ${second} were ${accepted ? 'accepted' : 'refused'}`);
});

type Resolution = 'post' | 'release' | 'giveBack';

function resolve(how: Resolution, place: number, crash: boolean): Command {
  return {
    check: (model) => model.holds.length > 0,
    async run(model, real) {
      const chosen = at(model.holds, place);
      // Giving back what was not posted is refused by the transfer's state, not by the ledger.
      if (how === 'giveBack' && chosen.state !== 'posted') return;
      const accepted = await write(real, [resolutionOf(how, real, chosen)], crash);
      if (!crash) assert(accepted === model[how](chosen), `${how} of ${chosen.id} was ${accepted ? 'accepted' : 'refused'}`);
      await compare(model, real);
    },
    toString: () => `${how}(${place}${crash ? ', crash' : ''})`,
  };
}

function resolutionOf(how: Resolution, real: RealLedger, { id, payer, payee, amountKobo }: ModelHold): Posting {
  if (how === 'giveBack') return posting('single', nextId(real, 'back'), [payee, payer], amountKobo);
  return posting(how === 'post' ? 'post' : 'void', nextId(real, how), [payer, payee], amountKobo, id);
}

const place = fc.nat({ max: 6 });
const amount = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 100_000n }));
const crash = fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0);

export const ledgerCommands = fc.commands<LedgerModel, RealLedger, false>([
  fc.constant(open),
  fc.tuple(place, amount).map(([account, kobo]) => fund(account, kobo)),
  fc.tuple(place, place, amount, crash).map((parts) => hold(...parts)),
  fc.tuple(place, place, amount, crash).map((parts) => move(...parts)),
  fc.tuple(place, place, amount, amount).map((parts) => twoMoves(...parts)),
  fc.tuple(fc.constantFrom<Resolution>('post', 'release', 'giveBack'), place, crash).map((parts) => resolve(...parts)),
], { maxCommands: 40, size: 'max' });
