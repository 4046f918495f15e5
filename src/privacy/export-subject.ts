import { listAccounts } from '#src/accounts/store.ts';
import type { Context } from '#src/context.ts';
import { checkNumbersOf } from '#src/customers/check-numbers-of.ts';
import { completeCustomers, toCustomerRecord } from '#src/customers/customer-record.ts';
import { recordReads } from '#src/customers/record-reads.ts';
import { type CustomerRow, findCustomer } from '#src/customers/store.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { findChecksAbout } from '#src/kyc/check-numbers.ts';
import { loadChecks } from '#src/kyc/store.ts';
import { toCheckRecord } from '#src/kyc/wire.ts';
import { readBalances } from '#src/ledger/postings.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import { type ListTx, readLists } from '#src/lists/marks.ts';
import { listAuditLog } from '#src/organizations/audit-list.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { listBeneficiaries } from '#src/transfers/beneficiary-store.ts';
import { everyTransfer, listTransfers } from '#src/transfers/list-store.ts';
import { publicStatus } from '#src/transfers/transfer.ts';
import { toAuditRecord } from './wire.ts';

/** Of each list; the totals say when there is more, and the lists' own routes have all of it. */
const page = { limit: 1_000, offset: 0 };

/** Everything about one customer, as of one moment; the read is recorded before it is made. @throws Failure customer_not_found */
export async function exportSubject(ctx: Context, request: RouteRequest<unknown, { customerId: string }>): Promise<Answer> {
  const { tenantId } = request.caller;
  const { customerId } = request.params;
  const keys = await ctx.keyring.of(tenantId);
  await ctx.db.write(tenantId, async (tx) => {
    if (await findCustomer(tx, customerId) === undefined) throw fail('customer_not_found');
    await recordReads(ctx, tx, request, [customerId]);
  });
  return success(await readLists(ctx.db, tenantId, 'snapshot', (tx) => everythingOf(ctx, tx, keys, customerId)));
}

/** Those that carry the customer, and those about the customer's numbers that name nobody. */
async function checksAbout(tx: ListTx, keys: TenantKeys, customer: CustomerRow): Promise<{ total: number; newest: unknown[] }> {
  const ids = await findChecksAbout(tx, keys, customer.customerId, await checkNumbersOf(tx, keys, customer));
  return { total: ids.length, newest: (await loadChecks(tx, ids.slice(-page.limit))).map(toCheckRecord) };
}

async function everythingOf(ctx: Context, tx: ListTx, keys: TenantKeys, customerId: string): Promise<Record<string, unknown>> {
  const customer = await findCustomer(tx, customerId);
  const [whole] = customer === undefined ? [] : await completeCustomers(ctx, tx, [customer]);
  if (customer === undefined || whole === undefined) throw fail('customer_not_found');
  const [checks, accounts, transfers, beneficiaries, audit] = await Promise.all([
    checksAbout(tx, keys, customer),
    listAccounts(tx, { customerId, type: null }, page),
    listTransfers({ ...tx, begun: Promise.resolve(tx) }, { ...everyTransfer, customerId }, page),
    listBeneficiaries(tx, { customerId, search: null }, page),
    listAuditLog(tx, { subject: customerId }, { from: null, to: null }, page),
  ]);
  const balances = await readBalances(tx, accounts.accounts.map(({ accountNumber }) => accountNumber));
  return {
    customerId,
    madeAt: isoMillis(tx.now),
    profile: toCustomerRecord(whole, keys, { unmasked: true, inList: false }),
    checks,
    accounts: {
      total: accounts.total,
      newest: accounts.accounts.map(({ accountNumber, type, name, restriction, createdAt }) => ({
        accountNumber, type, accountName: name, restriction, balance: nairaNumber(balances.get(accountNumber)?.ledger ?? 0n), createdAt: isoMillis(createdAt),
      })),
    },
    transfers: {
      total: transfers.total,
      newest: transfers.transfers.map((transfer) => ({
        transactionId: transfer.transactionId, status: publicStatus(transfer.state), amount: nairaNumber(transfer.amountKobo), sourceAccountNumber: transfer.sourceAccountNumber,
        beneficiaryAccountNumber: transfer.beneficiaryAccountNumber, beneficiaryBankCode: transfer.beneficiaryBankCode, beneficiaryAccountName: transfer.beneficiaryAccountName,
        narration: transfer.narration, initiatedAt: isoMillis(transfer.initiatedAt),
      })),
    },
    beneficiaries: {
      total: beneficiaries.total,
      newest: beneficiaries.beneficiaries.map(({ accountNumber, bankCode, accountName, lastUsedAt }) => ({ accountNumber, bankCode, accountName, lastUsedAt: isoMillis(lastUsedAt) })),
    },
    audit: { total: audit.total, newest: audit.entries.map(toAuditRecord) },
  };
}
