/** The production lanes on the books of a run: facts are read, the production functions decide, and the effects become one write. */
import type { Context } from '#src/context.ts';
import { type Credit, type CreditOutcome, creditSpec } from '#src/credits/credit.ts';
import { Failure } from '#src/errors.ts';
import { failureAnswer } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { lagosDay } from '#src/lib/time.ts';
import { policyOn } from '#src/limits/policy.ts';
import { readPolicyFile } from '#src/limits/policy-file.ts';
import type { LimitFacts } from '#src/limits/transfer-limits.ts';
import type { Keyring, TenantKeys } from '#src/organizations/keyring.ts';
import { makeOtp, type OtpDraw } from '#src/otp/issue.ts';
import type { Sendable } from '#src/transfers/authorise.ts';
import { type Confirm, confirmSpec } from '#src/transfers/confirm.ts';
import { type Initiate, initiateSpec } from '#src/transfers/initiate.ts';
import { type Settle, settleSpec } from '#src/transfers/settle.ts';
import { cancelled, failed } from '#src/transfers/payment-events.ts';
import { asCancelled } from '#src/transfers/schedule.ts';
import { sendDeadline } from '#src/transfers/send-job.ts';
import { type Start, startSpec } from '#src/transfers/start.ts';
import type { StoredAttempt } from '#src/transfers/store.ts';
import type { Transfer, TransferState } from '#src/transfers/transfer.ts';
import { idempotent } from '#src/work/idempotent-lane.ts';
import { type RequestKey } from '#src/work/requests.ts';
import { balanceOf, type Change } from './books.ts';
import { newReference, recordIntent } from './intents.ts';
import { asSeen } from './policy.ts';
import type { Handed, World } from './world.ts';

/** Seals nothing: what is proved here is not secrecy. */
export const keys: TenantKeys = {
  seal: (_place, text) => Buffer.from(text),
  open: (_place, sealed) => Buffer.from(sealed).toString(),
  newInnerKey: () => Buffer.alloc(0),
  inner: () => keys,
  index: (_column, text) => Buffer.from(text),
  otpMac: (_reference, _purpose, code) => Buffer.from(code),
};

const keyring: Keyring = { of: () => Promise.resolve(keys) };
// The specs read their context where they touch the database or wake somebody, which a run never does.
const noContext: Context = Object.create(null);
const answerOf = (outcome: Answer | Failure): Answer => (outcome instanceof Failure ? failureAnswer(outcome, 'https://bank.example') : outcome);

const policies = readPolicyFile(null);

const initiateLane = idempotent(keyring, answerOf, initiateSpec(noContext));
const confirmLane = idempotent(keyring, answerOf, confirmSpec(noContext));
const startLane = startSpec(noContext);
const settleLane = settleSpec(noContext);
const creditLane = creditSpec(noContext);

export type Decided<Result> = { change: Change; result: Result; handed?: readonly Handed[] };

/** The production decision of an initiation, replays included. Throws Failure where the lane does. */
export function initiate(world: World, command: Initiate): Decided<Answer> {
  const { books } = world;
  const now = world.timeline.date();
  const enquiry = expectPresent(books.enquiries.get(command.nameEnquirySessionId), 'enquiry');
  let used = false;
  for (const transfer of books.transfers.values()) used ||= transfer.nameEnquirySessionId === enquiry.sessionId;
  const effects = initiateLane.newEffects();
  const inner = {
    now, keys, accounts: books.accounts, customers: books.customers, balances: new Map([[command.sourceAccountNumber, balanceOf(books, command.sourceAccountNumber)]]),
    enquiries: new Map([[enquiry.sessionId, { ...enquiry, used }]]), limits: limitsNow(world, now), known: null, operatorCode: '999998', sends: new Map<string, Date[]>(), budgetsOf: () => [], messageRoom: 0,
  };
  const answer = initiateLane.decide({ keys, stored: books.requests, answeredHere: new Map(), inner }, command, effects);
  return { result: answer, change: { inserted: effects.inner.transfers, issues: effects.inner.issues, events: effects.inner.events, requests: stored(effects.answers) } };
}

export function confirm(world: World, command: Confirm): Decided<Answer> {
  const { books } = world;
  const now = world.timeline.date();
  const transfer = books.transfers.get(command.transactionId);
  const touched = transfer === undefined ? [] : [transfer.sourceAccountNumber, transfer.beneficiaryAccountNumber];
  const effects = confirmLane.newEffects();
  const inner = {
    now, keys, fixedCode: null, transfers: new Map(books.transfers), otps: new Map(books.otps), accounts: new Map(books.accounts), customers: books.customers,
    balances: new Map(touched.map((account) => [account, balanceOf(books, account)])), limits: limitsNow(world, now), known: null, sendable: sendableOf(world, transfer),
  };
  const answer = confirmLane.decide({ keys, stored: books.requests, answeredHere: new Map(), inner }, command, effects);
  const { transfers, otps, guards, postings, usage, events, intents, sends } = effects.inner;
  for (const { transactionId, railRef } of intents) recordIntent(world, transactionId, railRef, now);
  return { result: answer, handed: sends, change: { saved: [...transfers.values()], otps: [...otps.values()], guards: [...guards.values()], postings, usage, events, requests: stored(effects.answers) } };
}

/** What a confirmation may send at once: mostly, but not where the worker of its process has no room, or nobody's. */
function sendableOf(world: World, transfer: Transfer | undefined): Map<string, Sendable> {
  if (transfer === undefined || transfer.onUs || transfer.state !== 'AWAITING_OTP' || transfer.scheduledFor !== null || world.policy.sendsFirst === true || world.random.chance(0.3)) return new Map();
  const sendByMs = sendDeadline(world.timeline.now());
  return new Map([[transfer.transactionId, { environment: 'live', rail: 'rail', railRef: newReference(world), nameEnquiryRef: transfer.nameEnquirySessionId, sendByMs }]]);
}

/** A new code for a transfer that waits for one; false where there is none to send. Twice under one reference is once. */
export function resend(world: World, transactionId: string, draw: OtpDraw): Decided<boolean> {
  const now = world.timeline.date();
  const transfer = world.books.transfers.get(transactionId);
  if (world.books.otps.has(draw.otpReferenceId)) return { result: true, change: {} };
  if (transfer === undefined || transfer.state !== 'AWAITING_OTP' || transfer.expiresAt <= now) return { result: false, change: {} };
  const issue = makeOtp(keys, draw, { accountNumber: transfer.sourceAccountNumber, purpose: 'transfer', transactionId, phone: '+2348030000000', about: 'again' }, now);
  return { result: true, change: { issues: [issue] } };
}

/** The production decision of a start; the process asked the bank before it, or did not need to. */
export function start(world: World, command: Start): Decided<TransferState | null> {
  const { books, policy } = world;
  const now = world.timeline.date();
  const transfer = expectPresent(books.transfers.get(command.transactionId), 'transfer');
  const facts = {
    now, transfers: new Map(books.transfers), accounts: books.accounts, customers: books.customers, limits: limitsNow(world, now), known: null, sendable: new Map<string, Sendable>(),
    balances: new Map([transfer.sourceAccountNumber, transfer.beneficiaryAccountNumber].map((account) => [account, balanceOf(books, account)])),
  };
  const effects = startLane.newEffects();
  const result = startLane.decide(facts, policy.unfenced === true ? { ...command, leaseVersion: transfer.leaseVersion } : command, effects);
  const { transfers, postings, usage, events, enquiries } = effects;
  return { result, change: { saved: [...transfers.values()], postings, usage, events, enquiries } };
}

/** Takes a transfer back that has not started; false where it is too late. */
export function cancel({ books, timeline }: World, transactionId: string): Decided<boolean> {
  const transfer = expectPresent(books.transfers.get(transactionId), 'transfer');
  if (transfer.state !== 'AWAITING_OTP' && transfer.state !== 'SCHEDULED') return { result: transfer.state === 'CANCELLED', change: {} };
  const ended = asCancelled(transfer, timeline.date());
  return { result: true, change: { saved: [ended], events: [cancelled(ended), failed(ended)] } };
}

/** Several commands are one batch: one transaction, in which each sees what the ones before it did. */
export function settle(world: World, commands: readonly Settle[]): Decided<TransferState | null> {
  const { books, policy } = world;
  const transfers = new Map(books.transfers);
  for (const { transactionId } of commands) transfers.set(transactionId, asSeen(policy, expectPresent(transfers.get(transactionId), 'transfer')));
  const exceptions = new Set(books.exceptions.map(({ transactionId, kind }) => `${transactionId} ${kind}`));
  const here = commands.map(({ transactionId }) => expectPresent(transfers.get(transactionId), 'transfer').beneficiaryAccountNumber);
  const balances = new Map(here.map((account) => [account, balanceOf(books, account)]));
  const facts = { now: world.timeline.date(), transfers, attempts: attemptsSeen(world), exceptions, balances, erased: new Set<string>(), railOf: () => world.believed };
  const effects = settleLane.newEffects();
  let state: TransferState | null = null;
  for (const command of commands) state = settleLane.decide(facts, asTaken(world, command), effects);
  const { answers, postings, usage, events } = effects;
  return { result: state, change: { saved: [...effects.transfers.values()], answers, postings, usage, events, exceptions: effects.exceptions } };
}

function attemptsSeen({ books, policy }: World): Map<string, StoredAttempt> {
  const see = policy.attempt;
  return new Map(see === undefined ? books.attempts : [...books.attempts].map(([id, attempt]) => [id, see(attempt)]));
}

/** The evidence as the policy takes it. */
function asTaken({ policy, books, timeline }: World, command: Settle): Settle {
  const evidence = policy.evidence?.(command.evidence, timeline.date()) ?? command.evidence;
  if (policy.unfenced !== true || evidence.from !== 'send') return { ...command, evidence };
  return { ...command, evidence: { ...evidence, leaseVersion: expectPresent(books.transfers.get(command.transactionId), 'transfer').leaseVersion } };
}

export function credit(world: World, command: Credit): Decided<CreditOutcome> {
  const { books } = world;
  const effects = creditLane.newEffects();
  const facts = {
    accounts: books.accounts, customers: books.customers, balances: new Map([[command.accountNumber, balanceOf(books, command.accountNumber)]]),
    policy: policyOn(policies, '2026-03-02'), applied: new Map(books.credits), now: world.timeline.date(),
  };
  const result = creditLane.decide(facts, command, effects);
  return { result, change: { credits: effects.credits, postings: effects.postings, events: effects.events } };
}

function limitsNow({ books }: World, now: Date): LimitFacts {
  const day = lagosDay(now);
  const usage = new Map([...books.usage].flatMap(([key, used]) => (key.endsWith(day) ? [[key.slice(0, -day.length - 1), used] as const] : [])));
  return { now, day, policy: policyOn(policies, day), usage, own: new Map() };
}

function stored(answers: readonly { key: RequestKey; answer: Answer }[]) {
  return answers.map(({ key, answer }) => ({
    request_id: key.requestId, operation: key.operation, fingerprint: key.fingerprint, state: 'answered' as const, running_until: null, http_status: answer.httpStatus, answer: Buffer.from(answer.body),
  }));
}
