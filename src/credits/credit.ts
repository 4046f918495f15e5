/**
 * Inbound money, in a lane: applied once by its session id, whoever brings it (the sandbox, a rail, another
 * organization at this bank). What a restriction refuses is answered as a rail would: with a response code.
 */
import { type Account, selectAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import { type CustomerBrief, findCustomers } from '#src/customers/find-customer.ts';
import type { Opening, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { emit, type NewEvent } from '#src/events/emit.ts';
import { type Balance, lockBalances, post, type Posting } from '#src/ledger/postings.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { type BalanceStanding, depositRefusal } from '#src/limits/check.ts';
import { limitsOf, type LimitPolicy } from '#src/limits/policy.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { lagosDay } from '#src/lib/time.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { LaneSpec } from '#src/work/lanes.ts';

export type Credit = {
  /** 30 digits: the NIP session id of the incoming transfer. */
  sessionId: string;
  accountNumber: string;
  amountKobo: bigint;
  senderName: string;
  narration: string;
  /** The contra account the money comes from. */
  from: 'rail_clearing' | 'sandbox_funding';
};

/** `conflict`: the session id was applied before with another account or amount; nothing moved. */
export type CreditOutcome = { outcome: 'applied' | 'applied_before' | 'conflict' } | { outcome: 'account_not_found' } | { outcome: 'account_restricted' } | { outcome: 'account_expired' }
  | { outcome: 'limit_exceeded'; limit: BalanceStanding };

type StoredCredit = { sessionId: string; accountNumber: string; amountKobo: bigint };
export type CreditFacts = {
  now: Date;
  /** The accounts named, and those that virtual ones among them settle to. */
  accounts: Map<string, Account>;
  customers: Map<string, CustomerBrief>;
  balances: Map<string, Balance>;
  policy: LimitPolicy;
  applied: Map<string, StoredCredit>;
};
type Effects = { credits: Credit[]; postings: Posting[]; events: NewEvent[] };

export function creditSpec(ctx: Pick<Context, 'ids' | 'policyOn' | 'wake'>): LaneSpec<Credit, CreditFacts, Effects, CreditOutcome> {
  return {
    name: 'credit',
    load: (opening, commands, lastly) => load(ctx, opening, commands, lastly),
    newEffects: () => ({ credits: [], postings: [], events: [] }),
    decide: decideCredit,
    async apply(tx, effects) {
      tx.lastly();
      await Promise.all([
        insertCredits(tx, effects.credits).then(() => crashPoint('credit.credits_inserted')),
        post(tx, effects.postings).then(() => crashPoint('credit.posted')),
        emit(tx, ctx.ids, effects.events),
      ]);
    },
    committed(_tenantId, effects) {
      if (effects.events.length > 0) ctx.wake('webhook_delivery');
    },
  };
}

async function load(ctx: Pick<Context, 'policyOn'>, opening: Opening, commands: readonly Credit[], lastly: () => void): Promise<CreditFacts> {
  const numbers = [...new Set(commands.map((command) => command.accountNumber))];
  // One connection runs these in order; asked together, they travel together.
  const [applied, named, tx] = await Promise.all([
    opening.rows<StoredCredit>(sql`
      select session_id as "sessionId", account_number as "accountNumber", amount_kobo as "amountKobo" from inbound_credit
      where tenant_id = ${opening.tenantId} and session_id = any(${commands.map((command) => command.sessionId)}::text[])`),
    selectAccounts(opening, numbers),
    opening.begun,
  ]);
  const settling = [...new Set([...named.values()].flatMap((account) => account.settlesTo ?? []))];
  const accounts = settling.length === 0 ? named : new Map([...named, ...await selectAccounts(tx, settling)]);
  const asked = Promise.all([
    lockBalances(tx, [...accounts.values()].flatMap((account) => (account.settlesTo === null ? [account.accountNumber] : []))),
    // An erasure holds the balances while it shuts the accounts: what they take is what stands after the lock.
    selectAccounts(tx, [...accounts.keys()]),
    findCustomers(tx, [...new Set([...accounts.values()].flatMap((account) => account.customerId ?? []))]),
  ]);
  lastly();
  const [balances, standing, customers] = await asked;
  return { now: tx.now, accounts: standing, customers, balances, policy: ctx.policyOn(lagosDay(tx.now)), applied: new Map(applied.map((credit) => [credit.sessionId, credit])) };
}

/** Pure. */
export function decideCredit(facts: CreditFacts, command: Credit, effects: Effects): CreditOutcome {
  const before = facts.applied.get(command.sessionId);
  if (before !== undefined) return { outcome: before.accountNumber === command.accountNumber && before.amountKobo === command.amountKobo ? 'applied_before' : 'conflict' };
  const account = facts.accounts.get(command.accountNumber);
  if (account === undefined) return { outcome: 'account_not_found' };
  if (account.expiresAt !== null && account.expiresAt <= facts.now) return { outcome: 'account_expired' };
  const booked = account.settlesTo === null ? account : expectPresent(facts.accounts.get(account.settlesTo), 'settlement account');
  if (!takesCredits(account) || !takesCredits(booked)) return { outcome: 'account_restricted' };
  const kycTier = booked.customerId === null ? null : (facts.customers.get(booked.customerId)?.kycTier ?? 1);
  const balance = expectPresent(facts.balances.get(booked.accountNumber), 'balance');
  const limit = depositRefusal(command.amountKobo, limitsOf(facts.policy, kycTier), balance.ledger);
  if (limit !== null) return { outcome: 'limit_exceeded', limit };
  facts.balances.set(booked.accountNumber, { ...balance, ledger: balance.ledger + command.amountKobo, available: balance.available + command.amountKobo });
  facts.applied.set(command.sessionId, command);
  effects.credits.push(command);
  effects.postings.push({
    kind: 'single', entryId: `${command.sessionId}.credit`, pendingId: null, debitAccount: command.from, creditAccount: booked.accountNumber,
    amountKobo: command.amountKobo, code: 'credit', reference: command.sessionId, narration: command.narration,
  });
  effects.events.push({
    kind: 'account.credited', subject: command.sessionId, sequence: 1,
    data: {
      accountNumber: command.accountNumber, ...(booked === account ? {} : { settledTo: booked.accountNumber }), amount: nairaNumber(command.amountKobo), currency: 'NGN', sessionId: command.sessionId, senderName: command.senderName, narration: command.narration,
    },
  });
  return { outcome: 'applied' };
}

function takesCredits({ restriction }: Account): boolean {
  return restriction === 'none' || restriction === 'no_debit';
}

async function insertCredits(tx: Tx, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return;
  const column = <Value>(pick: (credit: Credit) => Value): Value[] => credits.map(pick);
  await tx.execute(sql`
    insert into inbound_credit (tenant_id, session_id, account_number, amount_kobo, sender_name, narration, created_at)
    select ${tx.tenantId}, c.session_id, c.account_number, c.amount_kobo, c.sender_name, c.narration, ${tx.now}::timestamptz
    from unnest(${column((c) => c.sessionId)}::text[], ${column((c) => c.accountNumber)}::text[], ${column((c) => c.amountKobo)}::bigint[], ${column((c) => c.senderName)}::text[], ${column((c) => c.narration)}::text[])
      as c (session_id, account_number, amount_kobo, sender_name, narration)`);
}

/** Was this credit applied in the tenant? Reads only. */
export async function isApplied(ctx: Pick<Context, 'db'>, tenantId: string, sessionId: string): Promise<boolean> {
  const rows = await ctx.db.read(tenantId, (tx) => tx.rows(sql`
    select 1 from inbound_credit where tenant_id = ${tx.tenantId} and session_id = ${sessionId}`));
  return rows.length > 0;
}
