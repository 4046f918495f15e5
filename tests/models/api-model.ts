/**
 * What the API must answer, and what it must have done: customers, accounts, codes and transfers, as the contract tells it.
 * Each verb answers the code of its refusal, or null for success, and changes the model only as the answer allows.
 */
export type ModelAccount = { number: string; customer: number | null; available: bigint; held: bigint; failures: number; locked: boolean };
export type ModelOtp = { ref: string; account: number; purpose: 'transfer' | 'utility'; transfer: number | null; state: 'active' | 'used' | 'superseded'; tries: number };
export type ModelTransfer = { id: string; account: number; target: number | null; amountKobo: bigint; costKobo: bigint; state: 'waiting' | 'held' | 'moved' | 'failed' };

export type ApiModel = {
  customers: { id: string; active: boolean }[];
  accounts: ModelAccount[];
  otps: ModelOtp[];
  transfers: ModelTransfer[];
};

export type Verdict = string | null;

const triesOfACode = 5;
const failuresToLock = 10;
/** Fee and its VAT, kobo, up to 5,000 naira at another bank; nothing inside the bank. */
const chargesElsewhere = 1_075n;

export const newModel = (): ApiModel => ({ customers: [], accounts: [], otps: [], transfers: [] });

export function costOf(amountKobo: bigint, target: number | null): bigint {
  return amountKobo + (target === null ? chargesElsewhere : 0n);
}

function accountAt(model: ApiModel, place: number): ModelAccount {
  const account = model.accounts[place];
  if (account === undefined) throw new Error('The model has no such account.');
  return account;
}

function isDisabled(model: ApiModel, account: ModelAccount): boolean {
  return account.customer !== null && model.customers[account.customer]?.active === false;
}

/** A new code ends the account's earlier one. */
export function issue(model: ApiModel, otp: Pick<ModelOtp, 'ref' | 'account' | 'purpose' | 'transfer'>): void {
  for (const other of model.otps) if (other.account === otp.account && other.state === 'active') other.state = 'superseded';
  model.otps.push({ ...otp, state: 'active', tries: 0 });
}

export function mayInitiate(model: ApiModel, place: number, amountKobo: bigint, target: number | null): Verdict {
  const account = accountAt(model, place);
  if (isDisabled(model, account)) return 'customer_disabled';
  if (account.locked) return 'otp_attempts_exceeded';
  return account.available < costOf(amountKobo, target) ? 'insufficient_funds' : null;
}

export function mayResend(model: ApiModel, transfer: ModelTransfer): Verdict {
  if (transfer.state !== 'waiting') return 'transfer_state_invalid';
  return mayRequestOtp(model, transfer.account);
}

export function mayRequestOtp(model: ApiModel, place: number): Verdict {
  return accountAt(model, place).locked ? 'otp_attempts_exceeded' : null;
}

/** One try; `right` says whether the code is. */
function tryCode(account: ModelAccount, otp: ModelOtp, fits: boolean, right: boolean): Verdict {
  if (!fits) return 'otp_reference_mismatch';
  if (otp.state === 'used') return 'otp_already_used';
  if (otp.state === 'superseded') return 'otp_superseded';
  if (account.locked || otp.tries >= triesOfACode) return 'otp_attempts_exceeded';
  otp.tries += 1;
  if (right) {
    otp.state = 'used';
    account.failures = 0;
    return null;
  }
  account.failures += 1;
  if (account.failures === failuresToLock) {
    account.failures = 0;
    account.locked = true;
  }
  return 'otp_invalid';
}

export function confirm(model: ApiModel, place: number, otp: ModelOtp, right: boolean): Verdict {
  const transfer = model.transfers[place];
  if (transfer === undefined) return 'transaction_not_found';
  const account = accountAt(model, transfer.account);
  if (transfer.state === 'waiting' && isDisabled(model, account)) return 'customer_disabled';
  const verdict = tryCode(account, otp, otp.transfer === place, right);
  if (verdict !== null) return verdict;
  if (account.available < transfer.costKobo) {
    transfer.state = 'failed';
    return 'insufficient_funds';
  }
  account.available -= transfer.costKobo;
  if (transfer.target === null) {
    account.held += transfer.costKobo;
    transfer.state = 'held';
  } else {
    accountAt(model, transfer.target).available += transfer.amountKobo;
    transfer.state = 'moved';
  }
  return null;
}

export function validateUtility(model: ApiModel, otp: ModelOtp, right: boolean): Verdict {
  return tryCode(accountAt(model, otp.account), otp, otp.purpose === 'utility', right);
}
