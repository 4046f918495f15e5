-- The foundation: tenants and credentials, customers and checks, accounts and the ledger, one-time passwords,
-- transfers, messages, events and webhooks.
--
-- Rules that hold for every table with a tenant_id (kept by src/db/schema.test.ts):
--   tenant_id comes first in the primary key, in every unique key and in every foreign key between such tables;
--   row-level security is enabled and forced; no triggers, no deferrable constraints, no sequences.
-- Times are the database's clock plus the tenant's clock offset, and arrive as parameters.
-- Rows that are work to do carry next_at (null: nothing to do) and lease_version (a fencing token): src/work/due.ts.

-- Organizations and their two environments ---------------------------------------------------------------------

create table organization (
  organization_id text primary key,
  name            text not null,
  created_at      timestamptz not null
);

create table tenant (
  tenant_id            text primary key,
  organization_id      text not null references organization,
  environment          text not null check (environment in ('sandbox', 'live')),
  -- The sandbox clock only ever moves forward; live runs on the database's clock.
  clock_offset_seconds bigint not null default 0 check (clock_offset_seconds >= 0 and (environment = 'sandbox' or clock_offset_seconds = 0)),
  created_at           timestamptz not null,
  unique (tenant_id, organization_id, environment)
);

create table member (
  organization_id text not null references organization,
  member_id       text not null,
  email           text not null,
  password_hash   text not null,
  role            text not null check (role in ('owner', 'admin', 'developer', 'operations', 'compliance', 'viewer')),
  created_at      timestamptz not null,
  primary key (organization_id, member_id)
);
create unique index member_email on member (lower(email));

-- Per-tenant keys, wrapped by MASTER_KEY, so that one tenant's data can be re-keyed or destroyed alone.
create table tenant_key (
  tenant_id  text not null references tenant,
  purpose    text not null check (purpose in ('data', 'index', 'otp')),
  version    integer not null,
  wrapped    bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, purpose, version)
);

create table credential (
  tenant_id     text not null references tenant,
  credential_id text not null,
  client_id     text not null,
  secret_hash   bytea not null,
  name          text not null,
  scopes        text[] not null,
  allowed_cidrs text[] not null default '{}',
  rate_per_second integer not null default 200 check (rate_per_second > 0),
  rate_burst    integer not null default 400 check (rate_burst > 0),
  kyc_per_minute integer not null default 60 check (kyc_per_minute > 0),
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  primary key (tenant_id, credential_id),
  unique (tenant_id, client_id)
);
-- Looked up before the tenant is known.
create index credential_by_client on credential (client_id);

create table access_token (
  tenant_id     text not null,
  token_hash    bytea not null,
  credential_id text not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, credential_id) references credential
);
create index access_token_by_hash on access_token (token_hash);
create index access_token_by_expiry on access_token (expires_at);

-- One row for each requestId of a writing route: its fingerprint and, once given, its answer (sealed: it may hold a secret).
create table request (
  tenant_id    text not null references tenant,
  request_id   text not null,
  operation    text not null,
  fingerprint  bytea not null,
  state        text not null check (state in ('running', 'answered')),
  running_until timestamptz,
  http_status  integer,
  answer       bytea,
  created_at   timestamptz not null,
  primary key (tenant_id, request_id),
  check ((state = 'answered') = (http_status is not null and answer is not null)),
  check ((state = 'running') = (running_until is not null))
);

create table audit_entry (
  tenant_id  text not null references tenant,
  audit_id   text not null,
  actor      text not null,
  action     text not null,
  subject    text not null,
  details    jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, audit_id)
);
create index audit_entry_by_subject on audit_entry (tenant_id, subject, audit_id);

-- Customers and identity checks --------------------------------------------------------------------------------

create table customer (
  tenant_id     text not null references tenant,
  customer_id   text not null check (customer_id ~ '^[1-9][0-9]{9}$'),
  class_type    text not null check (class_type in ('INDIVIDUAL', 'BUSINESS')),
  status        text not null check (status in ('Active', 'Inactive')),
  first_name    text not null,
  last_name     text not null,
  other_name    text,
  email         text,
  salutation    text,
  gender        text check (gender in ('Male', 'Female')),
  date_of_birth date not null,
  nationality   text,
  address       jsonb not null,
  -- Sealed: personal numbers, and the next of kin as one document.
  bvn_sealed    bytea not null,
  bvn_index     bytea not null,
  nin_sealed    bytea,
  nin_index     bytea,
  phone_sealed  bytea not null,
  phone_index   bytea not null,
  next_of_kin_sealed bytea,
  face_checked  boolean not null default false,
  -- The tier is the number of {BVN, NIN, face} that passed.
  kyc_tier      smallint not null check (kyc_tier between 1 and 3),
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, customer_id),
  unique (tenant_id, bvn_index),
  check ((nin_sealed is null) = (nin_index is null)),
  check (kyc_tier = 1 + (nin_index is not null)::int + face_checked::int)
);
create index customer_by_age on customer (tenant_id, created_at desc, customer_id desc);
create index customer_by_phone on customer (tenant_id, phone_index);
create index customer_by_name on customer (tenant_id, lower(last_name), lower(first_name));

create table kyc_check (
  tenant_id   text not null references tenant,
  check_id    text not null,
  customer_id text,
  kind        text not null check (kind in ('bvn', 'nin', 'bvn_nin', 'face', 'document', 'document_face', 'tin')),
  -- Keyed index of the number that was checked; the number itself is not kept here.
  subject_index bytea not null,
  provider    text not null,
  provider_reference text,
  outcome     text not null,
  fields      jsonb not null,
  score       numeric,
  threshold   numeric,
  consent     text,
  credential_id text not null,
  request_id  text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, check_id),
  foreign key (tenant_id, customer_id) references customer
);
create index kyc_check_by_customer on kyc_check (tenant_id, customer_id, check_id desc);

-- Ledger --------------------------------------------------------------------------------------------------------
-- Two-phase double entry: a `pending` holds, and is resolved once by `post` or `void`; a `single` moves at once.
-- Each row debits one account and credits another by the same amount, so debits equal credits by construction.

create table ledger_account (
  tenant_id         text not null references tenant,
  ledger_account_id text not null,
  kind              text not null check (kind in ('deposit', 'rail_clearing', 'fee_income', 'vat_payable', 'duty_payable', 'sandbox_funding', 'rail_exceptions')),
  -- Customers' money has a stored balance and cannot be overdrawn. Contra accounts are everybody's counterparty:
  -- a balance row there would be one hot row, so theirs is summed from the entries.
  stores_balance    boolean not null,
  posted_debit      bigint not null default 0 check (posted_debit >= 0),
  posted_credit     bigint not null default 0 check (posted_credit >= 0),
  pending_debit     bigint not null default 0 check (pending_debit >= 0),
  created_at        timestamptz not null,
  primary key (tenant_id, ledger_account_id),
  check (kind <> 'deposit' or stores_balance),
  constraint ledger_account_not_overdrawn check (kind <> 'deposit' or posted_credit - posted_debit - pending_debit >= 0)
) with (fillfactor = 70);

create table ledger_entry (
  tenant_id       text not null,
  ledger_entry_id text not null,
  kind            text not null check (kind in ('single', 'pending', 'post', 'void')),
  -- The pending entry that this one resolves.
  pending_id      text,
  debit_account   text not null,
  credit_account  text not null,
  amount_kobo     bigint not null check (amount_kobo > 0),
  code            text not null check (code in ('transfer', 'fee', 'vat', 'duty', 'credit', 'return', 'correction')),
  -- What this belongs to: a transactionId, or the session id of an inbound credit.
  reference       text not null,
  narration       text not null,
  created_at      timestamptz not null,
  primary key (tenant_id, ledger_entry_id),
  foreign key (tenant_id, debit_account) references ledger_account,
  foreign key (tenant_id, credit_account) references ledger_account,
  foreign key (tenant_id, pending_id) references ledger_entry,
  check (debit_account <> credit_account),
  check ((kind in ('post', 'void')) = (pending_id is not null))
);
-- Post and void exclude each other and happen once.
create unique index ledger_entry_resolves on ledger_entry (tenant_id, pending_id) where pending_id is not null;
create index ledger_entry_by_debit on ledger_entry (tenant_id, debit_account, created_at, ledger_entry_id) where kind in ('single', 'post');
create index ledger_entry_by_credit on ledger_entry (tenant_id, credit_account, created_at, ledger_entry_id) where kind in ('single', 'post');
create index ledger_entry_by_reference on ledger_entry (tenant_id, reference);

-- Accounts ------------------------------------------------------------------------------------------------------

-- Which tenant owns a number of the operator's bank: numbers are unique per environment, and an inbound credit
-- arrives before its tenant is known.
create table account_directory (
  environment    text not null check (environment in ('sandbox', 'live')),
  account_number text not null,
  owner_tenant   text not null,
  primary key (environment, account_number)
);

create table account (
  tenant_id      text not null references tenant,
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  type           text not null check (type in ('savings', 'current', 'collection', 'virtual')),
  customer_id    text,
  name           text not null,
  -- Where the OTPs of an account without a customer go.
  phone_sealed   bytea,
  restriction    text not null default 'none' check (restriction in ('none', 'no_debit', 'no_credit', 'no_debit_no_credit')),
  restriction_reason text,
  -- Settlement account of an expiring virtual account, and its end.
  settles_to     text,
  expires_at     timestamptz,
  -- Wrong OTPs in a row over all codes of the account, and the lock they lead to (doubling).
  otp_failures   integer not null default 0,
  otp_locks      integer not null default 0,
  otp_locked_until timestamptz,
  version        integer not null default 1,
  created_at     timestamptz not null,
  primary key (tenant_id, account_number),
  foreign key (tenant_id, customer_id) references customer,
  foreign key (tenant_id, account_number) references ledger_account (tenant_id, ledger_account_id),
  foreign key (tenant_id, settles_to) references account (tenant_id, account_number),
  check ((type in ('savings', 'current')) = (customer_id is not null)),
  check ((type = 'collection') = (phone_sealed is not null)),
  check ((type = 'virtual') = (expires_at is not null))
);
create index account_by_customer on account (tenant_id, customer_id);
create index account_by_age on account (tenant_id, created_at desc, account_number desc);

create table inbound_credit (
  tenant_id      text not null references tenant,
  -- The NIP session id: a credit is applied once by it.
  session_id     text not null,
  account_number text not null,
  amount_kobo    bigint not null check (amount_kobo > 0),
  sender_name    text not null,
  narration      text not null,
  created_at     timestamptz not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, account_number) references account
);

-- Transfers -----------------------------------------------------------------------------------------------------

create table name_enquiry (
  tenant_id      text not null references tenant,
  session_id     text not null check (session_id ~ '^[0-9]{30}$'),
  -- The rail's own reference, sent back with the transfer.
  rail_session_id text not null,
  account_number text not null,
  bank_code      text not null,
  account_name   text not null,
  -- Beneficiary at the operator's own bank, in this very tenant.
  on_us          boolean not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (tenant_id, session_id)
);

create table transfer (
  tenant_id      text not null references tenant,
  transaction_id text not null,
  kind           text not null check (kind in ('customer', 'collection')),
  state          text not null check (state in ('AWAITING_OTP', 'EXPIRED', 'AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW', 'COMPLETED', 'FAILED', 'RETURNED')),
  version        integer not null default 1,
  name_enquiry_session_id text not null,
  source_account_number   text not null,
  customer_id    text,
  beneficiary_account_number text not null,
  beneficiary_account_name   text not null,
  beneficiary_bank_code      text not null,
  -- The spelling the caller used, so that answers echo it.
  beneficiary_bank_code_sent text not null,
  on_us          boolean not null,
  amount_kobo    bigint not null check (amount_kobo > 0),
  fee_kobo       bigint not null default 0 check (fee_kobo >= 0),
  vat_kobo       bigint not null default 0 check (vat_kobo >= 0),
  duty_kobo      bigint not null default 0 check (duty_kobo >= 0),
  narration      text not null,
  scenario       text,
  failure_code   text,
  response_code  text,
  rail_session_id text,
  initiated_at   timestamptz not null,
  expires_at     timestamptz not null,
  authorised_at  timestamptz,
  sent_at        timestamptz,
  settled_at     timestamptz,
  returned_at    timestamptz,
  next_at        timestamptz,
  lease_version  integer not null default 0,
  primary key (tenant_id, transaction_id),
  unique (tenant_id, name_enquiry_session_id),
  foreign key (tenant_id, name_enquiry_session_id) references name_enquiry (tenant_id, session_id),
  foreign key (tenant_id, source_account_number) references account (tenant_id, account_number),
  foreign key (tenant_id, customer_id) references customer,
  check ((kind = 'customer') = (customer_id is not null)),
  -- A transfer that is not over always has a next step.
  check ((state in ('COMPLETED', 'FAILED', 'EXPIRED', 'RETURNED')) or next_at is not null or state = 'REVIEW'),
  check (state in ('AWAITING_OTP', 'EXPIRED', 'FAILED') or authorised_at is not null)
) with (fillfactor = 80);
create index transfer_due on transfer (tenant_id, next_at) where next_at is not null;
create index transfer_by_age on transfer (tenant_id, initiated_at desc, transaction_id desc);
create index transfer_by_source on transfer (tenant_id, source_account_number, initiated_at desc);

-- The intent to send, committed before the wire is touched; one attempt for each transfer, for ever.
create table rail_attempt (
  tenant_id      text not null,
  transaction_id text not null,
  rail           text not null,
  rail_ref       text not null check (rail_ref ~ '^[0-9]{30}$'),
  intent_at      timestamptz not null,
  send_by        timestamptz not null,
  queries        integer not null default 0,
  not_found_in_a_row integer not null default 0,
  last_verdict   text,
  last_response_code text,
  last_detail    text,
  last_answer_at timestamptz,
  primary key (tenant_id, transaction_id),
  unique (tenant_id, rail_ref),
  foreign key (tenant_id, transaction_id) references transfer
) with (fillfactor = 80);
-- A return arrives by the rail's reference, before its tenant is known.
create index rail_attempt_by_ref on rail_attempt (rail_ref);

-- Where the worker stands in a rail's feed of returned transfers.
create table rail_cursor (
  rail        text primary key,
  cursor      text not null,
  updated_at  timestamptz not null
);

-- One-time passwords and messages --------------------------------------------------------------------------------

create table otp (
  tenant_id        text not null references tenant,
  otp_reference_id text not null,
  account_number   text not null,
  purpose          text not null check (purpose in ('transfer', 'utility')),
  transaction_id   text,
  code_mac         bytea not null,
  state            text not null check (state in ('active', 'used', 'superseded')),
  attempts         smallint not null default 0 check (attempts between 0 and 5),
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  used_at          timestamptz,
  primary key (tenant_id, otp_reference_id),
  foreign key (tenant_id, account_number) references account,
  foreign key (tenant_id, transaction_id) references transfer,
  check ((purpose = 'transfer') = (transaction_id is not null))
) with (fillfactor = 80);
-- One active code for an account, the reference's rule.
create unique index otp_one_active on otp (tenant_id, account_number) where state = 'active';
create index otp_by_account on otp (tenant_id, account_number, created_at);

create table message (
  tenant_id      text not null references tenant,
  message_id     text not null,
  kind           text not null check (kind in ('otp')),
  account_number text not null,
  transaction_id text,
  otp_reference_id text,
  -- Sealed JSON {to, text}: it holds the code.
  content_sealed bytea not null,
  state          text not null check (state in ('queued', 'sent', 'failed')),
  attempts       integer not null default 0,
  provider       text,
  provider_reference text,
  last_error     text,
  -- A code that is dead is not worth sending.
  send_before    timestamptz not null,
  sent_at        timestamptz,
  created_at     timestamptz not null,
  next_at        timestamptz,
  lease_version  integer not null default 0,
  primary key (tenant_id, message_id)
) with (fillfactor = 80);
create index message_due on message (tenant_id, next_at) where next_at is not null;
create index message_by_age on message (tenant_id, created_at desc, message_id desc);

-- Events and webhooks ---------------------------------------------------------------------------------------------

create table event (
  tenant_id  text not null references tenant,
  event_id   text not null,
  kind       text not null,
  -- What it is about, and which of its transitions: written once each.
  subject    text not null,
  sequence   integer not null,
  -- The bytes that are signed and sent; never serialised again.
  body       text not null,
  created_at timestamptz not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, subject, kind, sequence)
);

create table webhook_endpoint (
  tenant_id     text not null references tenant,
  endpoint_id   text not null,
  url           text not null,
  kinds         text[] not null,
  description   text,
  -- Null: the caller refused a secret, so nothing is signed.
  secret_sealed bytea,
  status        text not null check (status in ('active', 'paused', 'deleted')),
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, endpoint_id)
);

create table webhook_delivery (
  tenant_id     text not null,
  event_id      text not null,
  endpoint_id   text not null,
  state         text not null check (state in ('pending', 'delivered', 'failed')),
  attempts      integer not null default 0,
  last_status   integer,
  last_error    text,
  last_latency_ms integer,
  delivered_at  timestamptz,
  created_at    timestamptz not null,
  next_at       timestamptz,
  lease_version integer not null default 0,
  primary key (tenant_id, event_id, endpoint_id),
  foreign key (tenant_id, event_id) references event,
  foreign key (tenant_id, endpoint_id) references webhook_endpoint
) with (fillfactor = 80);
create index webhook_delivery_due on webhook_delivery (tenant_id, next_at) where next_at is not null;
create index webhook_delivery_by_endpoint on webhook_delivery (tenant_id, endpoint_id, event_id desc);

-- Rights ----------------------------------------------------------------------------------------------------------
-- The program connects as openteller_app: neither owner nor superuser. What is append-only is so by grant.

grant usage on schema openteller to openteller_app;
grant select, insert, update on all tables in schema openteller to openteller_app;
revoke insert, update on table migration from openteller_app;
revoke update on table ledger_entry, audit_entry, event, kyc_check, inbound_credit, name_enquiry, account_directory, organization, tenant_key from openteller_app;
grant delete on table request, access_token to openteller_app;

-- The second wall (the first is `tenant_id =` in every query). A transaction belongs to one tenant (app.tenant_id), or
-- names the scope that lets it read across tenants: `directory` to recognise a caller, `worker` to find due rows,
-- `audit` to check the books. A scope never writes another tenant's rows, but for the directory, which creates tenants.
do $$
declare
  t text;
begin
  for t in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'openteller'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_rows on %I using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true))$p$, t);
    execute format($p$create policy audit_reads on %I for select using (current_setting('app.scope', true) = 'audit')$p$, t);
  end loop;
  foreach t in array array['tenant', 'transfer', 'message', 'webhook_delivery', 'rail_attempt'] loop
    execute format($p$create policy worker_reads on %I for select using (current_setting('app.scope', true) = 'worker')$p$, t);
  end loop;
  foreach t in array array['tenant', 'credential', 'access_token'] loop
    execute format($p$create policy directory_reads on %I for select using (current_setting('app.scope', true) = 'directory')$p$, t);
  end loop;
end $$;
