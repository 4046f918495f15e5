/**
 * The ledger as a model of sixty lines: what balances must be after each command, and which commands the database must
 * refuse. The properties run the same commands against PostgreSQL.
 */
import type { Balance } from '#src/ledger/postings.ts';

export type HoldState = 'held' | 'posted' | 'released' | 'given back';
export type ModelHold = { id: string; payer: string; payee: string; amountKobo: bigint; state: HoldState };

export type LedgerModel = {
  balances: Map<string, Balance>;
  holds: ModelHold[];
  open(account: string): void;
  fund(account: string, amountKobo: bigint): void;
  /** Each answers whether the database must accept it; a refused command changes nothing. */
  hold(id: string, payer: string, payee: string, amountKobo: bigint): boolean;
  move(payer: string, payee: string, amountKobo: bigint): boolean;
  post(hold: ModelHold): boolean;
  release(hold: ModelHold): boolean;
  giveBack(hold: ModelHold): boolean;
};

export function createLedgerModel(): LedgerModel {
  const balances = new Map<string, Balance>();
  const holds: ModelHold[] = [];
  const of = (account: string): Balance => balances.get(account) ?? { ledger: 0n, held: 0n, available: 0n };
  const change = (account: string, ledger: bigint, held: bigint): void => {
    if (!balances.has(account)) return;
    const before = of(account);
    balances.set(account, { ledger: before.ledger + ledger, held: before.held + held, available: before.available + ledger - held });
  };
  return {
    balances,
    holds,
    open: (account) => void balances.set(account, { ledger: 0n, held: 0n, available: 0n }),
    fund: (account, amountKobo) => change(account, amountKobo, 0n),
    hold(id, payer, payee, amountKobo) {
      if (of(payer).available < amountKobo) return false;
      change(payer, 0n, amountKobo);
      holds.push({ id, payer, payee, amountKobo, state: 'held' });
      return true;
    },
    move(payer, payee, amountKobo) {
      if (of(payer).available < amountKobo) return false;
      change(payer, -amountKobo, 0n);
      change(payee, amountKobo, 0n);
      return true;
    },
    post(hold) {
      if (hold.state !== 'held') return false;
      hold.state = 'posted';
      change(hold.payer, -hold.amountKobo, -hold.amountKobo);
      change(hold.payee, hold.amountKobo, 0n);
      return true;
    },
    release(hold) {
      if (hold.state !== 'held') return false;
      hold.state = 'released';
      change(hold.payer, 0n, -hold.amountKobo);
      return true;
    },
    giveBack(hold) {
      if (hold.state !== 'posted' || (balances.has(hold.payee) && of(hold.payee).available < hold.amountKobo)) return false;
      hold.state = 'given back';
      change(hold.payee, -hold.amountKobo, 0n);
      change(hold.payer, hold.amountKobo, 0n);
      return true;
    },
  };
}
