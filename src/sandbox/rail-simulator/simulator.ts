import { assertNever } from '#src/lib/assert.ts';
import { nipSessionId } from '#src/lib/time.ts';
import { syntheticAccountName } from './account-name.ts';
import { openRailBook } from './book.ts';
import type { RailCredit } from './book.ts';
import type { Fact, Settlement } from './fact.ts';
import type { FaultKind, Faults, RailCall } from './faults.ts';
import type { Payment } from './payments.ts';
import { scenarioOf } from './scenarios.ts';
import type { TransferScenario } from './scenarios.ts';

const SLOW_MS = 3_000;
const RETURN_AFTER_MS = 5_000;
/** The institution code of the switch itself, as its own session ids begin. */
const SWITCH_CODE = '999999';

/** What comes back over the wire. A silence is a connection that closes without a word. */
export type SimulatedReply =
  | { kind: 'answer'; responseCode: string; sessionId: string; accountName?: string }
  | { kind: 'silence' }
  | { kind: 'down' }
  | { kind: 'junk'; body: 'xml' | 'empty' };

export type SimulatedEnquiry = { bankCode: string; accountNumber: string; scenario?: string };
export type SimulatedTransfer = {
  railRef: string;
  amountKobo: bigint;
  beneficiaryAccountNumber: string;
  narration: string;
  scenario?: string;
};

export type SimulatorOptions = {
  /** Where the book lies. Several processes may share it. */
  directory: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** In [0, 1): makes session ids. Processes that share a book must not share a seed. */
  random: () => number;
  delay: (milliseconds: number) => Promise<void>;
  faults?: Faults;
};

export type RailSimulator = {
  enquire(enquiry: SimulatedEnquiry): Promise<SimulatedReply>;
  /** Credits a railRef once at most; the answer is given only when the book is on the disk. */
  send(transfer: SimulatedTransfer): Promise<SimulatedReply>;
  query(railRef: string): Promise<SimulatedReply>;
  /** Decides a payment that is still pending. False when there is none or it is decided. */
  settle(railRef: string, verdict: 'success' | 'reject'): Promise<boolean>;
  /** Gives a credited payment back. False when there is no such credit or it was given back before. */
  giveBack(railRef: string, reason: string): Promise<boolean>;
  /** Payments given back, in the order of the book, `limit` at most, beginning with the `from`-th. */
  returns(from: number, limit: number): Promise<readonly Payment[]>;
  credits(): Iterable<RailCredit>;
  close(): Promise<void>;
};

/** A payment rail that keeps its own durable book and misbehaves when asked to. Throws only for trouble with its disk. */
export async function createRailSimulator(options: SimulatorOptions): Promise<RailSimulator> {
  const { now, delay, faults } = options;
  const book = await openRailBook(options.directory);

  const newSessionId = (): string =>
    nipSessionId(SWITCH_CODE, new Date(now()), String(Math.floor(options.random() * 1e12)).padStart(12, '0'));

  /** One call with the fault it drew: what is lost before it is processed, what is lost after. */
  const withFault = async (call: RailCall, work: (fault: FaultKind | null) => Promise<SimulatedReply>): Promise<SimulatedReply> => {
    const fault = faults?.draw(call) ?? null;
    if (fault === 'outage') return { kind: 'down' };
    if (fault === 'lost_request') return { kind: 'silence' };
    if (fault === 'delayed' && faults !== undefined) await delay(faults.drawDelayMs());
    const reply = await work(fault);
    if (fault === 'lost_reply') return { kind: 'silence' };
    if (fault === 'junk_xml') return { kind: 'junk', body: 'xml' };
    if (fault === 'junk_empty') return { kind: 'junk', body: 'empty' };
    return reply;
  };

  const receive = async (transfer: SimulatedTransfer, fault: FaultKind | null): Promise<SimulatedReply> => {
    const scenario = scenarioOf({ ...transfer, accountNumber: transfer.beneficiaryAccountNumber });
    if (scenario === 'slow') await delay(SLOW_MS);
    const known = book.find(transfer.railRef);
    if (known !== undefined) return answer('94', known.sessionId);
    const plan = planOf(fault === 'late_rejection' ? 'pending_then_failure' : scenario);
    const common = { railRef: transfer.railRef, sessionId: newSessionId(), at: now() };
    const { settlement, returnAfterMs } = plan;
    const facts: Fact[] = [{ fact: 'received', ...common, amountKobo: transfer.amountKobo, settlement, returnAfterMs }];
    if (plan.settlement === 'at_once') {
      facts.push(plan.code === '00' ? { fact: 'credited', ...common } : { fact: 'rejected', ...common, responseCode: plan.code });
    }
    await book.append(facts);
    // Another process may have received the same payment a moment before: the first one in the file is the payment.
    const standing = book.find(transfer.railRef);
    if (standing?.sessionId !== common.sessionId) return answer('94', standing?.sessionId ?? common.sessionId);
    if (scenario === 'reply_lost') return { kind: 'silence' };
    if (fault === 'in_progress') return answer('09', common.sessionId);
    if (fault === 'duplicate_reply') return answer('94', common.sessionId);
    return answer(plan.code, common.sessionId);
  };

  const decide = async (payment: Payment, responseCode: string): Promise<void> => {
    const common = { railRef: payment.railRef, sessionId: payment.sessionId, at: now() };
    await book.append([responseCode === '00' ? { fact: 'credited', ...common } : { fact: 'rejected', ...common, responseCode }]);
  };

  const lookUp = async (railRef: string): Promise<SimulatedReply> => {
    const payment = book.find(railRef);
    if (payment === undefined) return answer('25', newSessionId());
    if (payment.verdict !== null) return answer(payment.verdict.responseCode, payment.sessionId);
    // The bank behind the rail decides while we are told "in progress": the next query finds it, after a restart too.
    if (payment.settlement === 'success_after_query') await decide(payment, '00');
    if (payment.settlement === 'rejection_after_query') await decide(payment, '05');
    return answer('09', payment.sessionId);
  };

  const giveBack = async (payment: Payment, reason: string): Promise<void> =>
    book.append([{ fact: 'returned', railRef: payment.railRef, sessionId: payment.sessionId, at: now(), reason }]);

  return {
    enquire: (enquiry) =>
      withFault('enquire', async () => {
        const scenario = scenarioOf(enquiry);
        const sessionId = newSessionId();
        if (scenario === 'account_not_found') return answer('07', sessionId);
        if (scenario === 'bank_unavailable') return answer('91', sessionId);
        if (scenario === 'slow') await delay(SLOW_MS);
        return { ...answer('00', sessionId), accountName: syntheticAccountName(enquiry.bankCode, enquiry.accountNumber) };
      }),
    send: (transfer) => withFault('send', (fault) => receive(transfer, fault)),
    query: (railRef) =>
      withFault('query', async (fault) => {
        if (fault === 'query_in_progress') return answer('09', newSessionId());
        if (fault === 'query_not_found') return answer('25', newSessionId());
        return lookUp(railRef);
      }),
    settle: async (railRef, verdict) => {
      const payment = book.find(railRef);
      if (payment === undefined || payment.verdict !== null) return false;
      await decide(payment, verdict === 'success' ? '00' : '05');
      return true;
    },
    giveBack: async (railRef, reason) => {
      const payment = book.find(railRef);
      if (payment?.verdict?.responseCode !== '00' || payment.returned !== null) return false;
      await giveBack(payment, reason);
      return true;
    },
    returns: async (from, limit) => {
      // Looked at when somebody asks, so that no timer has to survive a restart.
      const due = [...book.awaitingReturn()].filter((payment) => isReturnDue(payment, now()));
      await Promise.all(due.map((payment) => giveBack(payment, 'returned by the beneficiary bank')));
      return book.returned().slice(from, from + limit);
    },
    credits: () => book.credits(),
    close: () => book.close(),
  };
}

function answer(responseCode: string, sessionId: string): SimulatedReply & { kind: 'answer' } {
  return { kind: 'answer', responseCode, sessionId };
}

function isReturnDue(payment: Payment, nowMs: number): boolean {
  return payment.verdict !== null && payment.returnAfterMs !== null && payment.verdict.at + payment.returnAfterMs <= nowMs;
}

/** How a scenario's payment is settled, and the code its sender is told. */
function planOf(scenario: TransferScenario): { settlement: Settlement; code: string; returnAfterMs: number | null } {
  switch (scenario) {
    case 'success':
    case 'slow':
    case 'reply_lost':
      return { settlement: 'at_once', code: '00', returnAfterMs: null };
    case 'reversed_later':
      return { settlement: 'at_once', code: '00', returnAfterMs: RETURN_AFTER_MS };
    case 'account_not_found':
      return { settlement: 'at_once', code: '07', returnAfterMs: null };
    case 'bank_unavailable':
      return { settlement: 'at_once', code: '91', returnAfterMs: null };
    case 'transfer_rejected':
      return { settlement: 'at_once', code: '05', returnAfterMs: null };
    case 'pending_then_success':
      return { settlement: 'success_after_query', code: '09', returnAfterMs: null };
    case 'pending_then_failure':
      return { settlement: 'rejection_after_query', code: '09', returnAfterMs: null };
    case 'stays_pending':
      return { settlement: 'by_hand', code: '09', returnAfterMs: null };
    default:
      return assertNever(scenario);
  }
}
