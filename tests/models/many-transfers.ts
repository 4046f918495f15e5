/**
 * A tenant with any number of transfers in every state, written set by set: enquiries, transfers, attempts, entries, events,
 * day's use, and balances that are worked out from the plan and not from the entries. The rail's book follows from the same plan.
 */
import type pg from 'pg';
import type { RailCredits } from '#src/cli/books.ts';
import type { RailCredit } from '#src/sandbox/rail-simulator/book.ts';

/** Of a thousand transfers, how each number ends; the rest of the thousand is COMPLETED over the rail. */
const onUsFrom = 900;
const failedFrom = 940;
const expiredFrom = 970;
const returnedFrom = 990;
const unknownFrom = 997;
const awaitingFrom = 999;

const fundingKobo = 100_000_000_000n;
const transfersPerAccount = 100;
/** Rows of one statement, so that no statement holds a whole table in memory. */
const chunk = 100_000;

const railRefOf = (number: number): string => `000999${String(number).padStart(24, '0')}`;
const amountOf = (number: number): bigint => 100_000n + ((BigInt(number) * 7919n) % 1_900_000n);

/** Every payment the rail credited, as its book would list them. */
export function railBookOf(transfers: number): RailCredits {
  return {
    *credits(): Iterable<RailCredit> {
      for (let number = 1; number <= transfers; number += 1) {
        const place = number % 1000;
        const returned = place >= returnedFrom && place < unknownFrom;
        if (place < onUsFrom || returned) yield { railRef: railRefOf(number), amountKobo: amountOf(number), at: new Date(0), returned };
      }
    },
  };
}

/** The plan of the transfers from $2 to $3: who pays whom, how much, and how it ends. $4: how many accounts there are; $5, $6: `Shape`. */
const plan = `
  plan as materialized (
    select p.*, case when on_us or amount <= 500000 then case when on_us then 0 else 1000 end else 2500 end::bigint as fee,
      case when on_us then 0 when amount <= 500000 then 75 else 188 end::bigint as vat, case when not on_us and amount >= 1000000 then 5000 else 0 end::bigint as duty
    from (
      select i, 'txn_' || lpad(to_hex(i), 32, '0') as id, '99' || lpad((case when $6 > 0 and i % greatest($6, 1) = 5 then 0 else i % $4 end)::text, 8, '0') as source, '99' || lpad(((i + 1) % $4)::text, 8, '0') as own_target,
        '999999' || lpad(i::text, 24, '0') as session_id, '000999' || lpad(i::text, 24, '0') as rail_ref, 100000 + (i::bigint * 7919) % 1900000 as amount,
        timestamptz '2026-03-01 00:00:00+01' + i * interval '7 seconds' as at,
        i % 1000 >= ${onUsFrom} and i % 1000 < ${failedFrom} as on_us,
        case when i % 1000 < ${failedFrom} then 'COMPLETED' when i % 1000 < ${expiredFrom} then 'FAILED' when i % 1000 < ${returnedFrom} then 'EXPIRED'
          when i % 1000 < ${unknownFrom} then 'RETURNED' when i < $5 then 'FAILED' when i % 1000 < ${awaitingFrom} then 'UNKNOWN' else 'AWAITING_OTP' end as state
      from generate_series($2::int, $3::int) as i
    ) p
    where $1::text is not null and $5::int is not null and $6::int is not null
  )`;

const statements: readonly string[] = [
  `insert into name_enquiry (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, created_at, expires_at)
   select $1, session_id, session_id, case when on_us then own_target else '0123456789' end, case when on_us then '999999' else '000013' end, 'CHIOMA KELECHI OKAFOR', on_us, at, at + interval '15 minutes' from plan`,
  `insert into transfer (tenant_id, transaction_id, kind, state, version, name_enquiry_session_id, source_account_number, beneficiary_account_number, beneficiary_account_name,
     beneficiary_bank_code, beneficiary_bank_code_sent, on_us, amount_kobo, fee_kobo, vat_kobo, duty_kobo, narration, failure_code, response_code, rail_session_id,
     initiated_at, expires_at, authorised_at, sent_at, settled_at, returned_at, next_at)
   select $1, id, 'collection', state, 4, session_id, source, case when on_us then own_target else '0123456789' end, 'CHIOMA KELECHI OKAFOR',
     case when on_us then '999999' else '000013' end, '058', on_us, amount, fee, vat, duty, 'Rent of March', case when state in ('FAILED', 'EXPIRED') then 'rejected' end,
     case when state in ('COMPLETED', 'RETURNED') then '00' when state = 'FAILED' then '05' end, case when state in ('COMPLETED', 'RETURNED') then session_id end,
     at, at + interval '30 minutes', case when state not in ('EXPIRED', 'AWAITING_OTP') then at + interval '20 seconds' end,
     case when state not in ('EXPIRED', 'AWAITING_OTP') then at + interval '21 seconds' end, case when state not in ('UNKNOWN', 'AWAITING_OTP') then at + interval '22 seconds' end,
     case when state = 'RETURNED' then at + interval '1 day' end, case when state in ('UNKNOWN', 'AWAITING_OTP') then timestamptz '2100-01-01' end from plan`,
  `insert into rail_attempt (tenant_id, transaction_id, rail, rail_ref, intent_at, send_by, last_verdict, last_response_code, last_answer_at)
   select $1, id, 'simulator', rail_ref, at + interval '21 seconds', at + interval '26 seconds', 'success', '00', at + interval '22 seconds' from plan
   where not on_us and state in ('COMPLETED', 'RETURNED', 'FAILED', 'UNKNOWN')`,
  `insert into ledger_entry (tenant_id, ledger_entry_id, kind, pending_id, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
   select $1, id || '.' || s.step || '.' || l.code, s.kind, case when s.kind in ('post', 'void') then id || '.hold.' || l.code end,
     case when s.step = 'back' then l.account else source end, case when s.step = 'back' then source else l.account end, l.amount,
     case when s.step = 'back' then 'return' else l.code end, id, 'Rent of March', at + interval '22 seconds'
   from plan
   cross join lateral (values ('transfer', case when on_us then own_target else 'rail_clearing' end, amount), ('fee', 'fee_income', fee), ('vat', 'vat_payable', vat), ('duty', 'duty_payable', duty)) as l (code, account, amount)
   join (values ('hold', 'pending'), ('post', 'post'), ('void', 'void'), ('move', 'single'), ('back', 'single')) as s (step, kind)
     on case s.step when 'move' then on_us when 'hold' then not on_us and state in ('COMPLETED', 'RETURNED', 'FAILED', 'UNKNOWN')
       when 'post' then not on_us and state in ('COMPLETED', 'RETURNED') when 'void' then state = 'FAILED' else state = 'RETURNED' end
   where l.amount > 0`,
  `insert into event (tenant_id, event_id, kind, subject, sequence, body, created_at)
   select $1, 'evt_' || lpad(to_hex(i * 8 + s.sequence), 32, '0') || left(s.kind, 1), s.kind, id, s.sequence,
     '{"event":"' || s.kind || '","data":{"transactionId":"' || id || '","amount":' || (amount / 100.0)::text || ',"currency":"NGN","narration":"Rent of March"},"environment":"sandbox","apiVersion":"v1"}', at
   from plan
   join (values ('transfer.initiated', 1), ('transfer.authorized', 2), ('payment.success', 3), ('account.debited', 3), ('payment.failed', 3), ('payment.reversed', 4)) as s (kind, sequence)
     on case s.kind when 'transfer.initiated' then true when 'transfer.authorized' then state not in ('EXPIRED', 'AWAITING_OTP')
       when 'payment.failed' then state in ('FAILED', 'EXPIRED') when 'payment.reversed' then state = 'RETURNED' else state in ('COMPLETED', 'RETURNED') end`,
];

/** Accounts, their funding, and their balances by the plan. */
const perAccount: readonly string[] = [
  `insert into ledger_account (tenant_id, ledger_account_id, kind, stores_balance, posted_debit, posted_credit, pending_debit, created_at)
   select $1, n.number, 'deposit', true, coalesce(o.gone, 0), ${fundingKobo} + coalesce(o.back, 0) + coalesce(c.came, 0), coalesce(o.held, 0), timestamptz '2026-02-01'
   from (select '99' || lpad(a::text, 8, '0') as number from generate_series(0, $4::int - 1) as a) n
   left join (
     select source, sum(amount + fee + vat + duty) filter (where state in ('COMPLETED', 'RETURNED')) as gone, sum(amount + fee + vat + duty) filter (where state = 'RETURNED') as back,
       sum(amount + fee + vat + duty) filter (where state = 'UNKNOWN') as held from plan group by source) o on o.source = n.number
   left join (select own_target, sum(amount) as came from plan where on_us group by own_target) c on c.own_target = n.number`,
  `insert into account (tenant_id, account_number, type, name, phone_sealed, created_at)
   select $1, '99' || lpad(a::text, 8, '0'), 'collection', 'Specimen Collections', '\\x00', timestamptz '2026-02-01' from generate_series(0, $4::int - 1) as a, (select count(*) from plan) p`,
  `insert into inbound_credit (tenant_id, session_id, account_number, amount_kobo, sender_name, narration, created_at)
   select $1, '888888' || lpad(a::text, 24, '0'), '99' || lpad(a::text, 8, '0'), ${fundingKobo}, 'SANDBOX SENDER', 'Funding', timestamptz '2026-02-01' from generate_series(0, $4::int - 1) as a, (select count(*) from plan) p`,
  `insert into ledger_entry (tenant_id, ledger_entry_id, kind, debit_account, credit_account, amount_kobo, code, reference, narration, created_at)
   select $1, '888888' || lpad(a::text, 24, '0') || '.credit', 'single', 'sandbox_funding', '99' || lpad(a::text, 8, '0'), ${fundingKobo}, 'credit', '888888' || lpad(a::text, 24, '0'), 'Funding', timestamptz '2026-02-01'
   from generate_series(0, $4::int - 1) as a, (select count(*) from plan) p`,
  `insert into limit_usage (tenant_id, subject, day, amount_kobo, transfers)
   select $1, 'account:' || source, ((at + interval '20 seconds') at time zone 'Africa/Lagos')::date, sum(amount), count(*) from plan where state in ('COMPLETED', 'RETURNED', 'UNKNOWN') group by 2, 3`,
];

export type Shape = {
  /** Transfers below this number are all over; from it on a few in a thousand are not. */
  openFrom: number;
  /** Every so many transfers leave account 0; a divisor of the number of accounts. 0: accounts take turns. */
  busyEvery: number;
};

/** Fills a tenant that has nothing but its contra accounts. `client` is the database's owner, with the schema on its path. */
export async function writeTransfers(client: pg.Client, tenantId: string, transfers: number, shape: Shape = { openFrom: 0, busyEvery: 0 }): Promise<{ rows: number }> {
  let rows = 0;
  for (const part of partsOf(tenantId, transfers, shape)) rows += await part(client);
  await client.query('vacuum (analyze)');
  return { rows };
}

/** The same in parts that several clients may write at once, in any order. Each part answers how many rows it wrote. */
export function partsOf(tenantId: string, transfers: number, { openFrom, busyEvery }: Shape): ((client: pg.Client) => Promise<number>)[] {
  const accounts = Math.max(2, Math.ceil(transfers / transfersPerAccount));
  const part = (text: string, from: number, to: number) => async (client: pg.Client): Promise<number> => {
    // The rows fit together by the plan; asking the foreign keys of each would take most of the time.
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query(`with ${plan} ${text}`, [tenantId, from, to, accounts, openFrom, busyEvery]);
    await client.query('set session_replication_role = origin');
    return rowCount ?? 0;
  };
  const ofChunks = Array.from({ length: Math.ceil(transfers / chunk) }, (_, at) => at * chunk + 1).flatMap((from) => statements.map((text) => part(text, from, Math.min(from + chunk - 1, transfers))));
  return [...perAccount.map((text) => part(text, 1, transfers)), ...ofChunks];
}
