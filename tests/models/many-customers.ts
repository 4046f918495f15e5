/**
 * Beside many transfers: customers with accounts, words, checks, codes and their messages, deliveries and beneficiaries, as many as asked; some transfers become scheduled
 * ones, others payments of bulk transfers. People's fields are sealed by the tenant's own keys, so that lists can show them; the rest is written set by set. No person of them exists.
 */
import type pg from 'pg';
import { customerPlace } from '#src/customers/find-customer.ts';
import { wordsOf } from '#src/customers/search-words.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { messagePlace } from '#src/otp/issue.ts';
import { writeBatches } from './many-batches.ts';

const givenNames = ['Adaeze', 'Bola', 'Chidi', 'Damilola', 'Emeka', 'Folake', 'Garba', 'Halima', 'Ibrahim', 'Jumoke', 'Kunle', 'Lola', 'Musa', 'Ngozi', 'Obinna', 'Patience', 'Rukayat', 'Sade', 'Tunde', 'Uche'];
/** One customer in so many has a family name. */
const families = 500;
const chunk = 5_000;
/** Of the first account a customer's own transfers leave from. */
export const payingAccount = '9900000007';

export const customerIdOf = (number: number): string => String(1_000_000_000 + number);
export const phoneOf = (number: number): string => `0803${String(number).padStart(7, '0')}`;
export const familyOf = (number: number): string => `Specimen${String(number % families).padStart(3, '0')}`;
/** One message in ten is of this customer's account. */
export const inboxOf = 1;
export const accountOf = (number: number): string => `98${String(number).padStart(8, '0')}`;

/** Fills a tenant that `writeTransfers` filled. `client` is the database's owner, with the schema on its path; `endpointId` an endpoint that takes payment.success. */
export async function writeCustomers(client: pg.Client, tenantId: string, keys: TenantKeys, customers: number, endpointId: string): Promise<void> {
  await client.query('set session_replication_role = replica');
  for (let from = 1; from <= customers; from += chunk) {
    const numbers = Array.from({ length: Math.min(chunk, customers - from + 1) }, (_, at) => from + at);
    await writePeople(client, tenantId, keys, numbers);
    await writeMessages(client, tenantId, keys, numbers);
  }
  for (const text of perCustomer) await client.query(text, [tenantId, customers]);
  for (const text of ofTransfers) await client.query(text, [tenantId]);
  await writeBatches(client, tenantId);
  await client.query(deliveries, [tenantId, endpointId]);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (analyze)');
}

async function writePeople(client: pg.Client, tenantId: string, keys: TenantKeys, numbers: readonly number[]): Promise<void> {
  const people = numbers.map((number) => {
    const customerId = customerIdOf(number);
    const [given, family] = [givenNames[number % givenNames.length] ?? '', familyOf(number)];
    return {
      number, customerId, given, family, words: wordsOf([given, family, `${customerId}@example.com`]),
      bvn: keys.seal(customerPlace('bvn_sealed', customerId), `222${String(number).padStart(8, '0')}`), bvnIndex: keys.index('customer.bvn', `222${String(number).padStart(8, '0')}`),
      phone: keys.seal(customerPlace('phone_sealed', customerId), phoneOf(number)), phoneIndex: keys.index('customer.phone', phoneOf(number)),
    };
  });
  await client.query(`
    insert into customer (tenant_id, customer_id, class_type, status, first_name, last_name, email, date_of_birth, address, bvn_sealed, bvn_index, phone_sealed, phone_index, face_checked, kyc_tier, created_at, updated_at)
    select $1, id, 'INDIVIDUAL', case when n % 50 = 0 then 'Inactive' else 'Active' end, given, family, id || '@example.com', date '1990-01-15',
      '{"address":null,"street":null,"localGovernment":null,"city":null,"country":null}', bvn, bvn_index, phone, phone_index, n % 3 = 0, 1 + (n % 3 = 0)::int, at, at
    from (select *, timestamptz '2026-02-01 00:00:00+01' + n * interval '20 seconds' as at from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[]) as p (n, id, given, family, bvn, bvn_index, phone, phone_index)) as p`,
  [tenantId, people.map((p) => p.number), people.map((p) => p.customerId), people.map((p) => p.given), people.map((p) => p.family), people.map((p) => p.bvn), people.map((p) => p.bvnIndex), people.map((p) => p.phone), people.map((p) => p.phoneIndex)]);
  const words = people.flatMap((person) => person.words.map((word) => ({ word, customerId: person.customerId })));
  await client.query(`
    insert into customer_word (tenant_id, word, customer_id, created_at)
    select $1, w.word, w.id, timestamptz '2026-02-01 00:00:00+01' + (w.id::bigint - 1000000000) * interval '20 seconds' from unnest($2::text[], $3::text[]) as w (word, id)`,
  [tenantId, words.map((w) => w.word), words.map((w) => w.customerId)]);
}

async function writeMessages(client: pg.Client, tenantId: string, keys: TenantKeys, numbers: readonly number[]): Promise<void> {
  const messages = numbers.map((number) => {
    const messageId = `msg_${number.toString(16).padStart(32, '0')}`;
    return { number, messageId, content: keys.seal(messagePlace(messageId), JSON.stringify({ to: phoneOf(number), text: '123456 is your code.' })) };
  });
  await client.query(`
    with drawn as (
      select *, timestamptz '2026-03-01 00:00:00+01' + n * interval '7 seconds' as at, 'otp_' || lpad(to_hex(n), 32, '0') as otp, '98' || lpad(case when n % 10 = 0 then ${inboxOf} else n end::text, 8, '0') as account
      from unnest($2::int[], $3::text[], $4::bytea[]) as m (n, id, content)
    ), codes as (
      insert into otp (tenant_id, otp_reference_id, account_number, purpose, code_mac, state, created_at, expires_at, used_at)
      select $1, otp, account, 'utility', '\\x00', 'used', at, at + interval '5 minutes', at from drawn
    )
    insert into message (tenant_id, message_id, kind, account_number, otp_reference_id, content_sealed, state, attempts, send_before, sent_at, created_at)
    select $1, id, 'otp', account, otp, content, 'sent', 1, at + interval '5 minutes', at, at from drawn`,
  [tenantId, messages.map((m) => m.number), messages.map((m) => m.messageId), messages.map((m) => m.content)]);
}

/** $1: tenant, $2: how many customers. */
const perCustomer: readonly string[] = [
  `insert into customer_tally (tenant_id, span, since, class_type, status, kyc_tier, shard, customers)
   select tenant_id, s.span, case s.span when 'all' then '-infinity' else date_trunc(s.span, created_at at time zone 'UTC')::date end, class_type, status, kyc_tier, (customer_id::bigint % 16)::smallint, count(*)
   from customer cross join (values ('all'), ('month'), ('day')) as s (span) where tenant_id = $1 and $2::int > 0 group by 1, 2, 3, 4, 5, 6, 7`,
  `insert into ledger_account (tenant_id, ledger_account_id, kind, stores_balance, created_at)
   select $1, '98' || lpad(n::text, 8, '0'), 'deposit', true, timestamptz '2026-02-01' from generate_series(1, $2::int) as n`,
  `insert into account (tenant_id, account_number, type, customer_id, name, created_at)
   select $1, '98' || lpad(n::text, 8, '0'), case when n % 20 = 0 then 'current' else 'savings' end, (1000000000 + n)::text, 'SPECIMEN', timestamptz '2026-02-01 00:00:00+01' + n * interval '20 seconds' from generate_series(1, $2::int) as n`,
  `insert into kyc_check (tenant_id, check_id, customer_id, kind, subject_index, provider, outcome, fields, credential_id, request_id, created_at)
   select $1, 'chk_' || lpad(to_hex(n * 2 + k), 32, '0'), (1000000000 + n)::text, case when k = 0 then 'bvn' when n % 50 = 0 then 'face' else 'nin' end, '\\x00', 'simulator',
     case when n % 100 = 0 then 'name_mismatch' else 'passed' end, '{}', 'crd_0', 'r' || n, timestamptz '2026-02-01 00:00:00+01' + n * interval '20 seconds'
   from generate_series(1, $2::int) as n, generate_series(0, 1) as k`,
  `insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
   select $1, 'aud_' || lpad(to_hex(n * 4 + k), 32, '0'), 'crd_' || k, case when k = 0 then 'customer.pii_read' else 'customer.updated' end, (1000000000 + n)::text, '{}', timestamptz '2026-02-01 00:00:00+01' + n * interval '20 seconds' + k * interval '1 second'
   from generate_series(1, $2::int) as n, generate_series(0, 3) as k`,
  `insert into audit_entry (tenant_id, audit_id, actor, action, subject, details, created_at)
   select $1, 'aud_' || lpad(to_hex(100000000 + n), 32, '0'), 'crd_0', 'account.restricted', case when n % 10 = 0 then '${payingAccount}' else '98' || lpad(n::text, 8, '0') end, '{"from":"none","to":"no_debit","reason":"Test"}',
     timestamptz '2026-02-01 00:00:00+01' + n * interval '20 seconds' from generate_series(1, $2::int) as n`,
  `insert into beneficiary (tenant_id, beneficiary_id, customer_id, account_number, bank_code, account_name, created_at, last_used_at)
   select $1, 'ben_' || lpad(to_hex(n * 4 + k), 32, '0'), (1000000000 + n)::text, lpad(k::text, 10, '0'), '000013', 'CHIOMA KELECHI OKAFOR', timestamptz '2026-03-01', timestamptz '2026-03-01' from generate_series(1, $2::int) as n, generate_series(0, 2) as k`,
];

/** One account of the transfers becomes the first customer's, and what left it his; one transfer in sixteen was scheduled. */
const ofTransfers: readonly string[] = [
  `update account set type = 'savings', customer_id = '${customerIdOf(1)}', phone_sealed = null where tenant_id = $1 and account_number = '${payingAccount}'`,
  `update transfer set kind = 'customer', customer_id = '${customerIdOf(1)}' where tenant_id = $1 and source_account_number = '${payingAccount}'`,
  `insert into limit_usage (tenant_id, subject, day, amount_kobo, transfers)
   select tenant_id, 'customer:${customerIdOf(1)}', day, amount_kobo, transfers from limit_usage where tenant_id = $1 and subject = 'account:${payingAccount}'`,
  `update transfer set scheduled_for = initiated_at + interval '10 seconds' where tenant_id = $1 and right(transaction_id, 1) = '3'`,
];

/** Every payment that succeeded was told to one endpoint; one in a hundred in vain. */
const deliveries = `
  insert into webhook_delivery (tenant_id, event_id, endpoint_id, state, attempts, last_status, last_latency_ms, delivered_at, created_at)
  select tenant_id, event_id, $2, case when failed then 'failed' else 'delivered' end, 1, case when failed then 500 else 200 end, 12, case when failed then null else created_at end, created_at
  from (select *, right(subject, 2) = '00' and left(right(subject, 3), 1) in ('0', '4', '8', 'c') as failed from event where tenant_id = $1 and kind = 'payment.success') as e`;
