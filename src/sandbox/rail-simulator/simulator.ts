import { assertNever } from '#src/lib/assert.ts';
import { nipSessionId } from '#src/lib/time.ts';
import type { Institution } from '#src/transfers/rails/rail.ts';
import type { TransferScenario } from '#src/transfers/rails/scenario-names.ts';
import { dayOfReference, type SettlementLine } from '#src/transfers/settlement-file.ts';
import { syntheticAccountName } from './account-name.ts';
import { openRailBook } from './book.ts';
import type { RailBook, RailCredit } from './book.ts';
import type { Fact, Settlement } from './fact.ts';
import type { FaultKind, Faults, RailCall } from './faults.ts';
import { type InstitutionChanges, listInstitutions, noInstitutionChanges } from './institutions.ts';
import type { Payment } from './payments.ts';
import { scenarioOf } from './scenario.ts';

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

export type SimulatedList = { kind: 'list'; institutions: readonly Institution[] } | { kind: 'truncated'; institutions: readonly Institution[] } | Exclude<SimulatedReply, { kind: 'answer' }>;

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
  /** The members of the rail. */
  institutions(): Promise<SimulatedList>;
  /** From now on the list has these changes, and no earlier ones. In memory alone. */
  changeInstitutions(changes: InstitutionChanges): void;
  credits(): Iterable<RailCredit>;
  /** The settlement report of a Lagos day, YYYY-MM-DD: every decided payment whose reference names the day. */
  settlement(day: string): SettlementLine[];
  close(): Promise<void>;
};

/** A payment rail that keeps its own durable book and misbehaves when asked to. Throws only for trouble with its disk. */
export async function createRailSimulator(options: SimulatorOptions): Promise<RailSimulator> {
  const book = await openRailBook(options.directory);
  const rail: Workings = { ...options, book };
  let changes = noInstitutionChanges;
  return {
    enquire: (enquiry) => withFault(rail, 'enquire', () => nameOf(rail, enquiry)),
    send: (transfer) => withFault(rail, 'send', (fault) => receive(rail, transfer, fault)),
    query: (railRef) => withFault(rail, 'query', (fault) => lookUp(rail, railRef, fault)),
    settle: async (railRef, verdict) => {
      const payment = book.find(railRef);
      if (payment === undefined || payment.verdict !== null) return false;
      await decide(rail, payment, verdict === 'success' ? '00' : '05');
      return true;
    },
    giveBack: async (railRef, reason) => {
      const payment = book.find(railRef);
      if (payment?.verdict?.responseCode !== '00' || payment.returned !== null) return false;
      await giveBack(rail, payment, reason);
      return true;
    },
    returns: async (from, limit) => {
      // Looked at when somebody asks, so that no timer has to survive a restart.
      const due = [...book.awaitingReturn()].filter((payment) => isReturnDue(payment, options.now()));
      await Promise.all(due.map((payment) => giveBack(rail, payment, 'returned by the beneficiary bank')));
      return book.returned().slice(from, from + limit);
    },
    institutions: () => withFault<SimulatedList>(rail, 'list', async (fault) => {
      const institutions = fault === 'list_empty' ? [] : listInstitutions(changes);
      return { kind: fault === 'list_truncated' ? 'truncated' : 'list', institutions };
    }),
    changeInstitutions: (next) => {
      changes = next;
    },
    credits: () => book.credits(),
    settlement: (day) => {
      const lines: SettlementLine[] = [];
      for (const { railRef, amountKobo, verdict } of book.decided()) {
        if (verdict !== null && dayOfReference(railRef) === day) lines.push({ railRef, amountKobo, responseCode: verdict.responseCode, direction: 'outward' });
      }
      return lines;
    },
    close: () => book.close(),
  };
}

type Workings = SimulatorOptions & { book: RailBook };

/** One call with the fault it drew: what is lost before it is processed, what is lost after. */
async function withFault<Reply = SimulatedReply>(
  { faults, delay }: Workings,
  call: RailCall,
  work: (fault: FaultKind | null) => Promise<Reply>,
): Promise<Reply | Exclude<SimulatedReply, { kind: 'answer' }>> {
  const fault = faults?.draw(call) ?? null;
  if (fault === 'outage') return { kind: 'down' };
  if (fault === 'lost_request') return { kind: 'silence' };
  if (fault === 'delayed' && faults !== undefined) await delay(faults.drawDelayMs());
  const reply = await work(fault);
  if (fault === 'lost_reply') return { kind: 'silence' };
  if (fault === 'junk_xml') return { kind: 'junk', body: 'xml' };
  if (fault === 'junk_empty') return { kind: 'junk', body: 'empty' };
  return reply;
}

async function nameOf(rail: Workings, enquiry: SimulatedEnquiry): Promise<SimulatedReply> {
  const scenario = scenarioOf(enquiry);
  const sessionId = newSessionId(rail);
  if (scenario === 'account_not_found') return answer('07', sessionId);
  if (scenario === 'account_dormant') return answer('06', sessionId);
  if (scenario === 'bank_unavailable') return answer('91', sessionId);
  if (scenario === 'slow') await rail.delay(SLOW_MS);
  const holder = scenario === 'name_changed' ? `${enquiry.accountNumber}, sold` : enquiry.accountNumber;
  return { ...answer('00', sessionId), accountName: syntheticAccountName(enquiry.bankCode, holder) };
}

async function receive(rail: Workings, transfer: SimulatedTransfer, fault: FaultKind | null): Promise<SimulatedReply> {
  const { book, now, delay } = rail;
  const scenario = scenarioOf({ ...transfer, accountNumber: transfer.beneficiaryAccountNumber });
  if (scenario === 'slow') await delay(SLOW_MS);
  const known = book.find(transfer.railRef);
  if (known !== undefined) return answer('94', known.sessionId);
  const { settlement, returnAfterMs, code } = planOf(fault === 'late_rejection' ? 'pending_then_failure' : scenario);
  const common = { railRef: transfer.railRef, sessionId: newSessionId(rail), at: now() };
  const facts: Fact[] = [{ fact: 'received', ...common, amountKobo: transfer.amountKobo, settlement, returnAfterMs }];
  if (settlement === 'at_once') facts.push(verdictFact(common, code));
  await book.append(facts);
  // Another process may have received the same payment a moment before: the first one in the file is the payment.
  const standing = book.find(transfer.railRef);
  if (standing?.sessionId !== common.sessionId) return answer('94', standing?.sessionId ?? common.sessionId);
  if (scenario === 'reply_lost') return { kind: 'silence' };
  if (fault === 'in_progress') return answer('09', common.sessionId);
  if (fault === 'duplicate_reply') return answer('94', common.sessionId);
  return answer(code, common.sessionId);
}

async function lookUp(rail: Workings, railRef: string, fault: FaultKind | null): Promise<SimulatedReply> {
  if (fault === 'query_in_progress') return answer('09', newSessionId(rail));
  if (fault === 'query_not_found') return answer('25', newSessionId(rail));
  const payment = rail.book.find(railRef);
  if (payment === undefined) return answer('25', newSessionId(rail));
  if (payment.verdict !== null) return answer(payment.verdict.responseCode, payment.sessionId);
  // The bank behind the rail decides while we are told "in progress": the next query finds it, after a restart too.
  if (payment.settlement === 'success_after_query') await decide(rail, payment, '00');
  if (payment.settlement === 'rejection_after_query') await decide(rail, payment, '05');
  return answer('09', payment.sessionId);
}

async function decide({ book, now }: Workings, { railRef, sessionId }: Payment, responseCode: string): Promise<void> {
  await book.append([verdictFact({ railRef, sessionId, at: now() }, responseCode)]);
}

async function giveBack({ book, now }: Workings, { railRef, sessionId }: Payment, reason: string): Promise<void> {
  await book.append([{ fact: 'returned', railRef, sessionId, at: now(), reason }]);
}

function verdictFact(common: { railRef: string; sessionId: string; at: number }, responseCode: string): Fact {
  return responseCode === '00' ? { fact: 'credited', ...common } : { fact: 'rejected', ...common, responseCode };
}

function newSessionId({ now, random }: Workings): string {
  return nipSessionId(SWITCH_CODE, new Date(now()), String(Math.floor(random() * 1e12)).padStart(12, '0'));
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
    case 'name_changed':
    case 'reply_lost':
      return { settlement: 'at_once', code: '00', returnAfterMs: null };
    case 'reversed_later':
      return { settlement: 'at_once', code: '00', returnAfterMs: RETURN_AFTER_MS };
    case 'account_not_found':
      return { settlement: 'at_once', code: '07', returnAfterMs: null };
    case 'account_dormant':
      return { settlement: 'at_once', code: '06', returnAfterMs: null };
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
