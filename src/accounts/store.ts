/** The SQL of accounts and of the directory of the operator's account numbers. */
import type { Asker, ReadTx, Tx, Writer } from '#src/db/database.ts';
import { idsOf, joinable, readById, type Sql, sql, tenantFor } from '#src/db/sql.ts';
import { between, type LongList, type Page, timeIn } from '#src/lists/long-list.ts';
import { type ListTx, readPage } from '#src/lists/marks.ts';

export type AccountType = 'savings' | 'current' | 'collection' | 'virtual';
export type Restriction = 'none' | 'no_debit' | 'no_credit' | 'no_debit_no_credit';

export type Account = {
  accountNumber: string;
  type: AccountType;
  customerId: string | null;
  name: string;
  phoneSealed: Buffer | null;
  restriction: Restriction;
  restrictionReason: string | null;
  /** Of a virtual account: the collection account its money goes to, and the end of its life. */
  settlesTo: string | null;
  expiresAt: Date | null;
  /** Below this available balance the caller wants to be told; null: never. */
  lowBalanceKobo: bigint | null;
  otpFailures: number;
  otpLocks: number;
  otpLockedUntil: Date | null;
  version: number;
  createdAt: Date;
};

const columns: Sql = sql`account_number as "accountNumber", type, customer_id as "customerId", name, phone_sealed as "phoneSealed", restriction,
  restriction_reason as "restrictionReason", settles_to as "settlesTo", expires_at as "expiresAt", low_balance_kobo as "lowBalanceKobo", otp_failures as "otpFailures", otp_locks as "otpLocks", otp_locked_until as "otpLockedUntil", version, created_at as "createdAt"`;

/** Accounts of this tenant by number; unknown numbers are left out. */
export async function selectAccounts(tx: Asker, accountNumbers: readonly string[]): Promise<Map<string, Account>> {
  const rows = await tx.rows<Account>(readById(tx, accountNumbers, 'accountNumber', (asked) => joinable(sql`
    select ${columns}, tenant_id as "tenantId" from account join ${asked} on tenant_id = of_tenant and account_number = of_id`)));
  return new Map(rows.map((row) => [row.accountNumber, row]));
}

/** The same, held until the transaction ends, in number order. Leaves foreign-key checks of others unblocked. */
export async function lockAccounts(tx: Writer, accountNumbers: readonly string[]): Promise<Map<string, Account>> {
  const rows = await tx.rows<Account>(joinable(sql`
    select ${columns}, tenant_id as "tenantId" from account join ${idsOf(tx, accountNumbers)} on tenant_id = of_tenant and account_number = of_id
    order by tenant_id, account_number for no key update of account`));
  return new Map(rows.map((row) => [row.accountNumber, row]));
}

export async function insertAccount(
  tx: Tx,
  account: { accountNumber: string; type: AccountType; customerId: string | null; name: string; phoneSealed: Buffer | null; settlesTo: string | null; expiresAt: Date | null },
): Promise<void> {
  await tx.execute(sql`
    insert into account (tenant_id, account_number, type, customer_id, name, phone_sealed, settles_to, expires_at, created_at)
    values (${tx.tenantId}, ${account.accountNumber}, ${account.type}, ${account.customerId}, ${account.name}, ${account.phoneSealed}, ${account.settlesTo}, ${account.expiresAt}, ${tx.now})`);
}

/** Takes a number of the operator's bank for this tenant. Answers false when somebody has it: numbers are never reused. */
export async function takeNumber(tx: Tx, accountNumber: string): Promise<boolean> {
  const taken = await tx.execute(sql`
    insert into account_directory (environment, account_number, owner_tenant)
    values (${tx.environment}, ${accountNumber}, ${tx.tenantId}) on conflict do nothing`);
  return taken === 1;
}

/** The tenant that owns a number of the operator's bank in this environment; null: nobody, or a retired sandbox. */
export async function ownerOfNumber(tx: ReadTx, environment: 'sandbox' | 'live', accountNumber: string): Promise<string | null> {
  const [row] = await tx.rows<{ owner_tenant: string }>(sql`
    select owner_tenant from account_directory join tenant on tenant_id = owner_tenant and retired_at is null
    where account_directory.environment = ${environment} and account_number = ${accountNumber}`);
  return row?.owner_tenant ?? null;
}

/** The caller's oldest collection account. */
export async function firstCollection(tx: ReadTx): Promise<string | null> {
  const [row] = await tx.rows<{ accountNumber: string }>(sql`
    select account_number as "accountNumber" from account where tenant_id = ${tx.tenantId} and type = 'collection' order by created_at, account_number limit 1`);
  return row?.accountNumber ?? null;
}

export type AccountFilter = { customerId: string | null; type: AccountType | null };

/** One page, newest first. */
export async function listAccounts(tx: ListTx, filter: AccountFilter, page: Page): Promise<{ total: number; accounts: Account[] }> {
  // The page's numbers first: what is skipped is then read from the index alone.
  const { total, rows } = await readPage(tx, accountsOf(filter), between(null, null), page, ({ span, limit, skip }) => tx.rows<Account>(sql`
    select ${columns} from account where tenant_id = ${tx.tenantId} and account_number = any(array(
      select account_number from account where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${timeIn(sql`created_at`, span)}
      order by created_at desc, account_number desc limit ${limit} offset ${skip}))
    order by created_at desc, account_number desc`));
  return { total, accounts: rows };
}

/** An account keeps its customer and its type. */
function accountsOf(filter: AccountFilter): LongList {
  return {
    name: ['account', ...(filter.customerId === null ? [] : [`customer=${filter.customerId}`]), ...(filter.type === null ? [] : [`type=${filter.type}`])].join('/'),
    idPrefix: null,
    rowsOf: (tx, span) => sql`select created_at as place, 0::bigint as kobo from account where tenant_id = ${tx.tenantId} ${conditionsOf(filter)} and ${timeIn(sql`created_at`, span)}`,
  };
}

function conditionsOf({ customerId, type }: AccountFilter): Sql {
  return sql`${customerId === null ? sql`` : sql`and customer_id = ${customerId}`} ${type === null ? sql`` : sql`and type = ${type}`}`;
}

/** Customers' accounts without a restriction that were opened and reactivated before `since`, by number, after one of them. */
export async function selectQuiet(tx: ReadTx, of: { since: Date; after: string; limit: number }): Promise<string[]> {
  const rows = await tx.rows<{ accountNumber: string }>(sql`
    select account_number as "accountNumber" from account
    where tenant_id = ${tx.tenantId} and account_number > ${of.after} and customer_id is not null and restriction = 'none' and created_at < ${of.since}
      and (reactivated_at is null or reactivated_at < ${of.since}) order by account_number limit ${of.limit}`);
  return rows.map((row) => row.accountNumber);
}

/** Stops the debits of an account that was read under its lock. */
export async function markDormant(tx: Tx, account: Account, reason: string): Promise<void> {
  const changed = await tx.execute(sql`
    update account set restriction = 'no_debit', restriction_reason = ${reason}, dormant_at = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenantId} and account_number = ${account.accountNumber} and version = ${account.version} and restriction = 'none'`);
  if (changed !== 1) throw new Error('The account changed under its lock.');
}

/** Sets the restriction of the version that was read. Ends dormancy. Answers false when the account changed meanwhile. */
export async function updateRestriction(tx: Tx, account: Account, restriction: Restriction, reason: string): Promise<boolean> {
  const changed = await tx.execute(sql`
    update account set restriction = ${restriction}, restriction_reason = ${reason}, version = version + 1, dormant_at = null,
      reactivated_at = case when dormant_at is null then reactivated_at else ${tx.now}::timestamptz end
    where tenant_id = ${tx.tenantId} and account_number = ${account.accountNumber} and version = ${account.version}`);
  return changed === 1;
}

export async function updateLowBalance(tx: Tx, accountNumber: string, lowBalanceKobo: bigint | null): Promise<void> {
  await tx.execute(sql`update account set low_balance_kobo = ${lowBalanceKobo} where tenant_id = ${tx.tenantId} and account_number = ${accountNumber}`);
}

/** Writes how the OTP guard of each account stands after a batch. */
export async function updateOtpGuards(tx: Tx, guards: readonly { accountNumber: string; failures: number; locks: number; lockedUntil: Date | null }[]): Promise<void> {
  if (guards.length === 0) return;
  await tx.execute(joinable(sql`
    update account a set otp_failures = g.failures, otp_locks = g.locks, otp_locked_until = g.locked_until
    from unnest(${tenantFor(tx, guards)}::text[], ${guards.map((g) => g.accountNumber)}::text[], ${guards.map((g) => g.failures)}::int[], ${guards.map((g) => g.locks)}::int[], ${guards.map((g) => g.lockedUntil)}::timestamptz[])
      as g (tenant_id, account_number, failures, locks, locked_until)
    where a.tenant_id = g.tenant_id and a.account_number = g.account_number returning a.tenant_id as "tenantId"`));
}
