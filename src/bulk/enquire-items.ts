/**
 * The due work of a bulk transfer's payments: each name is asked, and the answer recorded. What is answered is not asked again, whoever
 * dies; a bank that is silent is asked a few times more. The last answer makes the batch ready.
 */
import { selectAccounts } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { sameName } from '#src/lib/names.ts';
import { lagosDay, nipSessionId } from '#src/lib/time.ts';
import { chargesFor, noCharges } from '#src/transfers/charges.ts';
import { askOwner, type OwnerAnswer } from '#src/transfers/name-enquiry.ts';
import { crashPoint } from '#src/work/crash-points.ts';
import { type DueQueue, leaseDue } from '#src/work/due.ts';
import { retrying } from '#src/work/requests.ts';
import { createSharedWrites } from '#src/work/shared-writes.ts';
import { askAgainSeconds, type Batch, type BatchItem, type ItemRefusal } from './batch.ts';
import { concludeEnquiries } from './conclude-enquiries.ts';
import { fullyAnswered, type ItemAnswer, recordAnswers, selectItems } from './item-store.ts';
import { lockBatches, selectBatches } from './store.ts';

type Job = { environment: Environment; item: BatchItem; scenario: string | null };
type Answered = { item: BatchItem; sessionId: string; answer: OwnerAnswer };

/** Names of one tenant that are asked at once: its share of the rail, whatever the size of its files. */
const namesAtOnce = 24;

export function itemQueue(ctx: Context): DueQueue<Job> {
  const record = createSharedWrites<Answered>((tenantId, answered) => retrying(() => ctx.db.write(tenantId, (tx) => recordAll(ctx, tx, answered))));
  return {
    name: 'transfer_batch_item',
    table: 'transfer_batch_item',
    perTenant: namesAtOnce,
    async claim(tx, limit) {
      const leases = await leaseDue(tx, 'transfer_batch_item', limit);
      if (leases.length === 0) return { leased: 0, jobs: [] };
      const items = await selectItems(tx, leases.map((lease) => lease.id));
      const batches = await selectBatches(tx, items.map((item) => item.batchId));
      const environment = expectPresent(tx.environment, 'environment');
      return { leased: leases.length, jobs: items.map((item) => ({ environment, item, scenario: batches.get(item.batchId)?.scenario ?? null })) };
    },
    async work(tenantId, { environment, item, scenario }) {
      const sessionId = nipSessionId(ctx.config.operator.nipCode, ctx.clock.now(), ctx.ids.uniqueDigits(12));
      crashPoint('bulk.before_enquiry');
      const answer = await askOwner(ctx, { tenantId, environment }, { sessionId, accountNumber: item.beneficiaryAccountNumber, bankCode: item.beneficiaryBankCode, scenario });
      crashPoint('bulk.enquired');
      await record(tenantId, { item, sessionId, answer });
      crashPoint('bulk.recorded');
      ctx.wake('webhook_delivery');
    },
  };
}

async function recordAll(ctx: Context, tx: Tx, answered: readonly Answered[]): Promise<void> {
  const batches = await lockBatches(tx, answered.map(({ item }) => item.batchId));
  // Cancelled or expired meanwhile: what the banks answered decides nothing any more.
  const open = answered.filter(({ item }) => batches.get(item.batchId)?.state === 'enquiring');
  if (open.length === 0) return;
  const holderOf = await readHolders(tx, open, batches);
  await recordAnswers(tx, open.map((each) => toItemAnswer(ctx, each, expectPresent(batches.get(each.item.batchId), 'batch'), holderOf, tx.now)));
  crashPoint('bulk.answers_written');
  for (const batchId of await fullyAnswered(tx, [...new Set(open.map(({ item }) => item.batchId))])) await concludeEnquiries(ctx, tx, expectPresent(batches.get(batchId), 'batch'));
}

/** Customers by account, of our own accounts that pay or are paid: between two of one holder no duty is due. */
async function readHolders(tx: Tx, answered: readonly Answered[], batches: Map<string, Batch>): Promise<(accountNumber: string) => string | null | undefined> {
  const own = answered.flatMap(({ item, answer }) => (answer.outcome === 'found' && answer.onUs ? [item.beneficiaryAccountNumber, expectPresent(batches.get(item.batchId), 'batch').sourceAccountNumber] : []));
  const accounts = own.length === 0 ? new Map<string, { customerId: string | null }>() : await selectAccounts(tx, [...new Set(own)]);
  return (accountNumber) => accounts.get(accountNumber)?.customerId;
}

type HolderOf = Awaited<ReturnType<typeof readHolders>>;

function toItemAnswer(ctx: Context, { item, sessionId, answer }: Answered, batch: Batch, holderOf: HolderOf, now: Date): ItemAnswer {
  const base = { batchId: item.batchId, position: item.position, leaseVersion: item.leaseVersion };
  if (answer.outcome !== 'found') return { ...base, ...unfound, ...withoutOwner(item, answer.outcome, now) };
  const named = { accountName: answer.accountName, onUs: answer.onUs, sessionId, railSessionId: answer.railSessionId, nextAt: null };
  const refused = refusalOf(item, batch, answer);
  if (refused !== null) return { ...base, ...named, ...noCharges, state: 'refused', reason: refused };
  const sameHolder = answer.onUs && holderOf(item.beneficiaryAccountNumber) === holderOf(batch.sourceAccountNumber);
  const charges = chargesFor({ amountKobo: item.amountKobo, intraBank: item.beneficiaryBankCode === ctx.banks.operator.nipCode, sameHolder, day: lagosDay(now) });
  return { ...base, ...named, ...charges, state: 'accepted', reason: null };
}

const unfound = { accountName: null, onUs: null, sessionId: null, railSessionId: null, ...noCharges };

function withoutOwner(item: BatchItem, outcome: Exclude<OwnerAnswer['outcome'], 'found'>, now: Date): Pick<ItemAnswer, 'state' | 'reason' | 'nextAt'> {
  const waitSeconds = outcome === 'unavailable' ? askAgainSeconds[item.tries] : undefined;
  if (waitSeconds !== undefined) return { state: 'enquiring', reason: null, nextAt: new Date(now.getTime() + waitSeconds * 1000) };
  const reasons = { account_not_found: 'account_not_found', account_dormant: 'beneficiary_account_restricted', bank_not_found: 'bank_not_found', unavailable: 'beneficiary_bank_unavailable' } as const;
  return { state: 'refused', reason: reasons[outcome], nextAt: null };
}

function refusalOf(item: BatchItem, batch: Batch, found: { accountName: string; onUs: boolean }): ItemRefusal | null {
  if (found.onUs && item.beneficiaryAccountNumber === batch.sourceAccountNumber) return 'beneficiary_mismatch';
  return item.givenName === null || sameName(item.givenName, found.accountName) ? null : 'name_mismatch';
}
