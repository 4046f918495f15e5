/**
 * Initiation, in a lane: checks everything that can be checked, reserves nothing, and sends an OTP to the phone of the
 * source account. The transfer must be exactly the one whose beneficiary was enquired.
 */
import { accountPhonePlace } from '#src/accounts/open-account.ts';
import { type Account, lockAccounts, selectAccounts } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import { type CustomerBrief, findCustomers, openPhone } from '#src/customers/find-customer.ts';
import type { Opening } from '#src/db/database.ts';
import { type Failure, fail } from '#src/errors.ts';
import { emitCounted, type NewEvent } from '#src/events/emit.ts';
import type { Answer } from '#src/http/route.ts';
import { type Balance, readBalances, spendable } from '#src/ledger/postings.ts';
import { isoMillis } from '#src/lib/time.ts';
import { type LimitFacts, ofAnyDay, readLimits, transferRefusal } from '#src/limits/transfer-limits.ts';
import { formatNaira, nairaNumber } from '#src/lib/money.ts';
import { normaliseName, sameName } from '#src/lib/names.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { type Issue, makeOtp, messageJob, type OtpDraw, storeIssues } from '#src/otp/issue.ts';
import { budgetWaitSeconds, type OtpBudget } from '#src/otp/judge.ts';
import type { MessageJob } from '#src/otp/message-job.ts';
import { recentSends } from '#src/otp/store.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import type { LaneSpec } from '#src/work/lanes.ts';
import type { RequestKey } from '#src/work/requests.ts';
import { type Charges, chargesFor } from './charges.ts';
import { type Enquiry, selectEnquiries } from './enquiry-store.ts';
import { isNew, type Known, readKnown } from './known-beneficiaries.ts';
import { totalKobo } from './ledger-legs.ts';
import { newTransfer } from './new-transfer.ts';
import { initiated } from './payment-events.ts';
import { wakeForNews } from './wake-for-news.ts';
import { onItsDay, scheduleRefusal } from './schedule.ts';
import { insertTransfers } from './store.ts';
import type { Transfer } from './transfer.ts';
import { initiatedAnswer } from './wire.ts';

export type Initiate = {
  key: RequestKey;
  environment: Environment;
  transactionId: string;
  draw: OtpDraw;
  /** null: a transfer from a collection account. */
  customerId: string | null;
  nameEnquirySessionId: string;
  sourceAccountNumber: string;
  /** null on the collection route, which does not ask for it. */
  sourceAccountName: string | null;
  beneficiaryAccountNumber: string;
  beneficiaryAccountName: string;
  beneficiaryBankCode: string;
  beneficiaryBankCodeSent: string;
  beneficiaryBankName: string;
  amountKobo: bigint;
  narration: string;
  scenario: string | null;
  /** null: it starts with its OTP. */
  scheduledFor: Date | null;
};

export type InitiateFacts = {
  now: Date;
  keys: TenantKeys;
  accounts: Map<string, Account>;
  customers: Map<string, CustomerBrief>;
  balances: Map<string, Balance>;
  enquiries: Map<string, Enquiry & { used: boolean }>;
  limits: LimitFacts;
  known: Known;
  /** NIP code of the operator's own bank. */
  operatorCode: string;
  /** Recent sends by account, where there is a budget. */
  sends: Map<string, Date[]>;
  budgetsOf(account: Account): readonly OtpBudget[];
  /** How many more messages the worker of this process takes at once; none of a retired sandbox, whose people hear nothing any more. */
  messageRoom: number;
};

type Effects = { transfers: Transfer[]; issues: Issue[]; /** Of those issues that the worker of this process takes. */ messages: MessageJob[]; events: NewEvent[]; deliveries: number };

export function initiateSpec(ctx: Context): LaneSpec<Initiate, InitiateFacts, Effects, Answer | Failure> {
  return {
    name: 'initiate',
    load: (opening, commands, lastly) => load(ctx, opening, commands, lastly),
    newEffects: () => ({ transfers: [], issues: [], messages: [], events: [], deliveries: 0 }),
    decide: decideInitiate,
    async apply(tx, effects, facts) {
      tx.lastly();
      const [, , { deliveries }] = await Promise.all([
        insertTransfers(tx, effects.transfers).then(() => crashPoint('initiate.transfers_inserted')),
        storeIssues(tx, facts.keys, effects.issues).then(() => crashPoint('initiate.otps_issued')),
        emitCounted(tx, ctx.ids, effects.events),
      ]);
      effects.deliveries = deliveries;
    },
    committed(tenantId, effects) {
      ctx.handOver.message.take(tenantId, effects.messages);
      if (effects.issues.length > effects.messages.length) ctx.wake('message', tenantId);
      wakeForNews(ctx, effects);
    },
  };
}

async function load(ctx: Context, opening: Opening, commands: readonly Initiate[], lastly: () => void): Promise<InitiateFacts> {
  const sources = [...new Set(commands.map((command) => command.sourceAccountNumber))];
  const operatorCode = ctx.banks.operator.nipCode ?? '';
  const ownBeneficiaries = commands.flatMap((command) => (command.beneficiaryBankCode === operatorCode ? [command.beneficiaryAccountNumber] : []));
  const customerIds = [...new Set(commands.flatMap((command) => command.customerId ?? []))];
  const environment = commands[0]?.environment ?? 'sandbox';
  const budgets = ctx.otpPolicy[environment].budgets;
  const keys = await ctx.keyring.of(opening.tenantId);
  // One connection runs these in order; asked together, they travel together. Whoever issues a code holds its account, so
  // that two issuers neither make two active codes nor outrun a budget.
  const asked = Promise.all([
    lockAccounts(opening, sources),
    ownBeneficiaries.length === 0 ? new Map<string, Account>() : selectAccounts(opening, [...new Set(ownBeneficiaries)]),
    findCustomers(opening, customerIds),
    readBalances(opening, sources),
    selectEnquiries(opening, commands.map((command) => command.nameEnquirySessionId)),
    readLimits(ctx, opening, opening.begun, commands.map((command) => ({ accountNumber: command.sourceAccountNumber, customerId: command.customerId }))),
  ]);
  lastly();
  const [sourceAccounts, ownAccounts, customers, balances, enquiries, limits] = await asked;
  const tx = await opening.begun;
  const accounts = new Map([...ownAccounts, ...sourceAccounts]);
  const known = await readKnown(tx, limits.policy, commands);
  const sends = new Map<string, Date[]>();
  if (budgets !== null) {
    const dayAgo = new Date(tx.now.getTime() - 24 * 3600_000);
    for (const source of sources) sends.set(source, await recentSends(tx, source, dayAgo));
  }
  return { now: tx.now, keys, accounts, customers, balances, enquiries, limits, known, operatorCode, sends, messageRoom: tx.retired ? 0 : ctx.handOver.message.room(tx.tenantId), budgetsOf: (account) => budgets?.[account.type === 'collection' ? 'collection' : 'customer'] ?? [] };
}

/** Pure. Marks the enquiry as used and the send as made, so that later commands of the batch see it. */
export function decideInitiate(facts: InitiateFacts, command: Initiate, effects: Effects): Answer {
  const tooNearOrFar = command.scheduledFor === null ? null : scheduleRefusal(command.scheduledFor, facts.now);
  if (tooNearOrFar !== null) throw tooNearOrFar;
  const { account, phone } = sourceOf(facts, command);
  const enquiry = enquiryOf(facts, command);
  const charges = chargesOf(facts, command, account, enquiry);
  // Money that is there today says nothing about another day.
  if (command.scheduledFor === null) checkFunds(facts, command, charges);
  checkLimits(facts, command, account, enquiry);
  checkOtpBudget(facts, account);

  const transfer = newTransfer({
    transactionId: command.transactionId,
    customerId: command.customerId,
    nameEnquirySessionId: command.nameEnquirySessionId,
    sourceAccountNumber: command.sourceAccountNumber,
    beneficiaryAccountNumber: command.beneficiaryAccountNumber,
    beneficiaryAccountName: enquiry.accountName,
    beneficiaryBankCode: command.beneficiaryBankCode,
    beneficiaryBankCodeSent: command.beneficiaryBankCodeSent,
    onUs: enquiry.onUs,
    amountKobo: command.amountKobo,
    ...charges,
    narration: command.narration,
    scenario: command.scenario,
    scheduledFor: command.scheduledFor,
  }, facts.now);
  const issue = makeOtp(facts.keys, command.draw, {
    accountNumber: account.accountNumber,
    purpose: 'transfer',
    transactionId: transfer.transactionId,
    phone,
    underLease: facts.messageRoom > 0,
    about: `confirms ${formatNaira(transfer.amountKobo)} to ${transfer.beneficiaryAccountName}, ${transfer.beneficiaryAccountNumber} at ${command.beneficiaryBankName}${onItsDay(transfer.scheduledFor)}.`,
  }, facts.now);
  enquiry.used = true;
  facts.sends.get(account.accountNumber)?.push(facts.now);
  effects.transfers.push(transfer);
  effects.issues.push(issue);
  if (issue.message.underLease) {
    facts.messageRoom -= 1;
    effects.messages.push(messageJob(command.environment, issue, facts.now));
  }
  effects.events.push(initiated(transfer));
  return initiatedAnswer(transfer, command.draw.otpReferenceId);
}

/** The account that pays, where it may pay now. `sourceAccountName` null: nobody named its owner. @throws Failure */
export function sourceAccountOf(facts: Pick<InitiateFacts, 'customers' | 'accounts'>, command: Pick<Initiate, 'customerId' | 'sourceAccountNumber' | 'sourceAccountName'>): Account {
  const customer = command.customerId === null ? null : facts.customers.get(command.customerId);
  if (customer === undefined) throw fail('customer_not_found', { field: '/customerId' });
  const account = facts.accounts.get(command.sourceAccountNumber);
  if (account === undefined) throw fail('account_not_found', { field: '/sourceAccountNumber' });
  const allowed = customer === null ? account.type === 'collection' : account.customerId === customer.customerId;
  if (!allowed) throw fail('source_account_not_allowed', { field: '/sourceAccountNumber' });
  if (customer !== null && customer.status !== 'Active') throw fail('customer_disabled');
  if (account.restriction === 'no_debit' || account.restriction === 'no_debit_no_credit') throw fail('account_restricted', { field: '/sourceAccountNumber' });
  if (command.sourceAccountName !== null && !sameName(command.sourceAccountName, account.name)) throw fail('name_mismatch', { field: '/sourceAccountName', message: 'sourceAccountName is not the name of the source account\'s owner.', fix: 'Send the accountName that GET /account/{accountNumber} shows.' });
  return account;
}

function sourceOf(facts: InitiateFacts, command: Initiate): { account: Account; phone: string } {
  const account = sourceAccountOf(facts, command);
  const customer = command.customerId === null ? undefined : facts.customers.get(command.customerId);
  if (account.otpLockedUntil !== null && account.otpLockedUntil > facts.now) throw fail('otp_attempts_exceeded', { details: { attemptsRemaining: 0, lockedUntil: isoMillis(account.otpLockedUntil) } });
  if (customer !== undefined) return { account, phone: openPhone(facts.keys, customer) };
  if (account.phoneSealed === null) throw new Error('A collection account has no phone.');
  return { account, phone: facts.keys.open(accountPhonePlace(account.accountNumber), account.phoneSealed) };
}

function enquiryOf(facts: InitiateFacts, command: Initiate): Enquiry & { used: boolean } {
  const enquiry = facts.enquiries.get(command.nameEnquirySessionId);
  if (enquiry === undefined || enquiry.expiresAt <= facts.now) throw fail('name_enquiry_not_found', { field: '/nameEnquirySessionId' });
  if (enquiry.used) throw fail('name_enquiry_already_used', { field: '/nameEnquirySessionId' });
  const mismatch = (field: string): Failure => fail('beneficiary_mismatch', { field });
  if (enquiry.accountNumber !== command.beneficiaryAccountNumber) throw mismatch('/beneficiaryAccountNumber');
  if (enquiry.bankCode !== command.beneficiaryBankCode) throw mismatch('/beneficiaryBankCode');
  if (normaliseName(enquiry.accountName) !== normaliseName(command.beneficiaryAccountName)) throw mismatch('/beneficiaryAccountName');
  if (enquiry.onUs && enquiry.accountNumber === command.sourceAccountNumber) {
    throw fail('beneficiary_mismatch', { field: '/beneficiaryAccountNumber', message: 'Source and beneficiary are the same account.', fix: 'Send to another account.' });
  }
  return enquiry;
}

function chargesOf(facts: InitiateFacts, command: Initiate, account: Account, enquiry: Enquiry): Charges {
  const beneficiary = enquiry.onUs ? facts.accounts.get(enquiry.accountNumber) : undefined;
  const sameHolder = beneficiary !== undefined && beneficiary.customerId === account.customerId;
  return chargesFor({ amountKobo: command.amountKobo, intraBank: command.beneficiaryBankCode === facts.operatorCode, sameHolder, day: facts.limits.day });
}

/** An early word only: what counts is decided again when the hold is placed. */
function checkLimits(facts: InitiateFacts, command: Initiate, account: Account, enquiry: Enquiry): void {
  const kycTier = command.customerId === null ? null : (facts.customers.get(command.customerId)?.kycTier ?? 1);
  const limits = command.scheduledFor === null ? facts.limits : ofAnyDay(facts.limits);
  const refusal = transferRefusal(limits, { accountNumber: account.accountNumber, customerId: command.customerId, kycTier, newBeneficiary: isNew(facts.known, command) }, !enquiry.onUs, command.amountKobo);
  if (refusal !== null) throw refusal;
}

function checkFunds(facts: InitiateFacts, command: Initiate, charges: Charges): void {
  const available = facts.balances.get(command.sourceAccountNumber)?.available ?? 0n;
  const needed = totalKobo({ amountKobo: command.amountKobo, ...charges });
  if (available < needed) throw fail('insufficient_funds', { field: '/amount', details: { available: nairaNumber(spendable(available)), required: nairaNumber(needed) } });
}

function checkOtpBudget(facts: InitiateFacts, account: Account): void {
  const wait = budgetWaitSeconds(facts.budgetsOf(account), facts.sends.get(account.accountNumber) ?? [], facts.now);
  if (wait > 0) throw fail('otp_rate_limited', { retryAfterSeconds: wait });
}
