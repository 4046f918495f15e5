/** A caller who retries under the same requestId after every lost answer, guesses codes, asks twice at once, and keeps a log of what it was told. */
import { isStoredAnswer } from '#src/errors.ts';
import type { Answer } from '#src/http/route.ts';
import { expectPresent, isRecord } from '#src/lib/assert.ts';
import type { RequestKey } from '#src/work/requests.ts';
import { cancel, confirm, credit, type Decided, initiate, resend } from './lanes.ts';
import { inLane, somewhere, step } from './processes.ts';
import { hold } from './violation.ts';
import type { World } from './world.ts';

/** What the caller was told, and may rely on. */
export type Log = { initiated: string[]; confirmed: string[] };

const naira = (amount: number): bigint => BigInt(amount) * 100n;
export const source = '1000000001';
const other = '1000000002';

/** Two customers with an account each; the first is funded, and told so twice. */
export function openAccounts(world: World): void {
  const { books, random } = world;
  for (const [customerId, accountNumber] of [['1000000011', source], ['1000000012', other]] as const) {
    books.customers.set(customerId, { customerId, status: 'Active', fullName: 'ADA OBI', kycTier: 3, keySealed: null, phoneSealed: Buffer.from('+2348030000000') });
    books.accounts.set(accountNumber, {
      accountNumber, type: 'savings', customerId, name: 'ADA OBI', phoneSealed: null, restriction: 'none', restrictionReason: null, settlesTo: null, expiresAt: null, lowBalanceKobo: null, otpFailures: 0, otpLocks: 0, otpLockedUntil: null,
      version: 1, createdAt: world.timeline.date(),
    });
  }
  const funding = { sessionId: '9'.repeat(30), accountNumber: source, amountKobo: naira(random.between(1_000, 12_000)), senderName: 'BOLA', narration: 'salary', from: 'rail_clearing' as const };
  for (const atMs of [0, 0, random.between(1, 600_000)]) {
    somewhere(world, atMs, (process) => step(world, process, 0, () => inLane(world, process, () => credit(world, funding), () => undefined)));
  }
}

/** One payment from enquiry to confirmation, however long the caller has to ask. */
export function pay(world: World, log: Log): void {
  const { books, random, timeline } = world;
  const number = world.serial();
  const onUs = random.chance(0.1);
  const sessionId = String(number).padStart(30, '1');
  const beneficiary = { accountNumber: onUs ? other : '2000000003', bankCode: onUs ? '999998' : '000013', accountName: 'CHIDI EZE' };
  books.enquiries.set(sessionId, { sessionId, railSessionId: sessionId, ...beneficiary, onUs, expiresAt: new Date(timeline.date().getTime() + 24 * 3600_000) });
  const scheduledFor = world.shape.scheduled > 0 && random.chance(world.shape.scheduled) ? new Date(timeline.date().getTime() + random.between(1_500_000, 4 * 3600_000)) : null;
  const code = String(100_000 + number);
  const key = newKey(world, 'initiate');
  const details = {
    key, environment: 'live' as const, customerId: '1000000011', nameEnquirySessionId: sessionId, sourceAccountNumber: source, sourceAccountName: null,
    beneficiaryAccountNumber: beneficiary.accountNumber, beneficiaryAccountName: 'CHIDI EZE', beneficiaryBankCode: beneficiary.bankCode, beneficiaryBankCodeSent: beneficiary.bankCode,
    beneficiaryBankName: 'Bank', amountKobo: naira(random.between(100, 6_000)), narration: '', scenario: null, scheduledFor,
  };
  // Ids are drawn by the process, anew for each copy of the request.
  const command = () => {
    const id = world.serial();
    return { ...details, transactionId: `txn_${id}`, draw: { otpReferenceId: `otp_${id}`, messageId: `msg_${id}`, code } };
  };
  ask(world, key, random.between(1, 1_200_000), () => initiate(world, command()), (answer) => {
    if (answer.httpStatus !== 200) return;
    const { transactionId, otpReferenceId } = read(answer);
    log.initiated.push(transactionId);
    hold('I11', books.transfers.has(transactionId), () => `${transactionId} was answered and does not exist`);
    confirmLater(world, log, { transactionId, otpReferenceId, code });
    if (scheduledFor !== null) mayCancel(world, transactionId, scheduledFor);
  });
}

/** Takes a scheduled payment back, now and then: long before its time, or in the very moments of its start. */
function mayCancel(world: World, transactionId: string, scheduledFor: Date): void {
  const { random, timeline } = world;
  if (!random.chance(0.3)) return;
  const untilMs = timeline.now() + scheduledFor.getTime() - timeline.date().getTime();
  const atMs = random.chance(0.6) ? untilMs + random.between(0, 5_000) : random.between(timeline.now(), untilMs);
  somewhere(world, atMs, (process) => step(world, process, 0, () => inLane(world, process, () => cancel(world, transactionId), (done) => {
    if (done === true) hold('I11', world.books.transfers.get(transactionId)?.state === 'CANCELLED', () => `${transactionId} was cancelled and is ${world.books.transfers.get(transactionId)?.state}`);
  })));
}

type Otp = { transactionId: string; otpReferenceId: string; code: string };

function confirmLater(world: World, log: Log, otp: Otp, resends = 2): void {
  const { random } = world;
  if (random.chance(0.05)) return;
  let afterMs = random.chance(0.1) ? random.spread(60_000, 3600_000) : random.between(3_000, 90_000);
  let resendsLeft = resends;
  const attempt = (tried: string): void => {
    const key = newKey(world, `confirm ${tried}`);
    ask(world, key, afterMs, () => confirm(world, { key, environment: 'live', transactionId: otp.transactionId, otpReferenceId: otp.otpReferenceId, code: tried }), (answer) => {
      if (answer.httpStatus === 200) {
        log.confirmed.push(otp.transactionId);
        const state = world.books.transfers.get(otp.transactionId)?.state;
        hold('I11', state !== undefined && state !== 'AWAITING_OTP' && state !== 'EXPIRED', () => `${otp.transactionId} was confirmed and is ${state}`);
      } else if (resendsLeft > 0 && /otp_superseded|otp_expired/.test(answer.body)) {
        resendsLeft = 0;
        resendLater(world, log, otp, resends - 1);
      }
    });
  };
  if (random.chance(0.1)) for (let wrong = random.between(1, 6); wrong > 0; wrong -= 1) attempt('000000');
  attempt(otp.code);
  // The same code under two requestIds, at once or later.
  if (random.chance(0.1)) {
    afterMs += random.pick([0, 5_000]);
    attempt(otp.code);
  }
}

/** A new code, which ends the account's code for another payment. */
function resendLater(world: World, log: Log, { transactionId, code }: Otp, resendsLeft: number): void {
  const otpReferenceId = `otp_${world.serial()}`;
  somewhere(world, world.timeline.now() + world.random.between(1_000, 30_000), (process) => step(world, process, 0, () => inLane(world, process, () => resend(world, transactionId, { otpReferenceId, messageId: otpReferenceId, code }), (sent) => {
    if (sent === true) confirmLater(world, log, { transactionId, otpReferenceId, code }, resendsLeft);
  })));
}

function newKey(world: World, operation: string): RequestKey {
  return { tenantId: 'tenant', requestId: `request-${world.serial()}`, operation, fingerprint: Buffer.from(operation) };
}

/** Asks until there is an answer, eight times at most. Every answer to one requestId is the same. */
function ask(world: World, key: RequestKey, afterMs: number, decide: () => Decided<Answer>, told: (answer: Answer) => void): void {
  const { random, timeline } = world;
  let first: Answer | null = null;
  const copy = (atMs: number, triesLeft: number): void => {
    let answered = false;
    somewhere(world, atMs, (process) => step(world, process, 0, () => inLane(world, process, decide, (answer) => {
      // The answer may be lost on its way to the caller.
      if (answer === null || random.chance(world.shape.rail.replyLost)) return;
      answered = true;
      world.say(() => `caller: ${key.requestId} ${key.operation} answered ${answer.httpStatus} ${answer.body.slice(0, 100)}`);
      // A refusal that means "not now" is not kept, so another copy may hear otherwise.
      const kept = first !== null && isStoredAnswer(first.httpStatus, null) && isStoredAnswer(answer.httpStatus, null);
      hold('I11', !kept || (first?.body === answer.body && first.httpStatus === answer.httpStatus), () => `${key.requestId} was answered ${first?.body} and then ${answer.body}`);
      if (first !== null) return;
      first = answer;
      told(answer);
    })));
    if (triesLeft > 0) timeline.at(atMs + random.between(10_000, 60_000), () => {
      if (!answered) copy(timeline.now(), triesLeft - 1);
    });
  };
  const atMs = timeline.now() + afterMs;
  copy(atMs, 7);
  if (random.chance(0.1)) copy(atMs + random.between(0, 100), 0);
}

function read(answer: Answer): { transactionId: string; otpReferenceId: string } {
  const body: unknown = JSON.parse(answer.body);
  const data = isRecord(body) && isRecord(body['data']) ? body['data'] : {};
  return { transactionId: String(expectPresent(data['transactionId'])), otpReferenceId: String(expectPresent(data['otpReferenceId'])) };
}
