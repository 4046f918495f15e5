-- Bulk transfers: up to 1,000 payments from one account under one OTP. Each accepted payment becomes a transfer of its own.

create table transfer_batch (
  tenant_id      text not null references tenant,
  batch_id       text not null,
  state          text not null check (state in ('enquiring', 'ready', 'processing', 'completed', 'cancelled', 'expired')),
  source_account_number text not null,
  customer_id    text,
  -- The caller's own, shown back.
  reference      text,
  scheduled_for  timestamptz,
  scenario       text,
  -- Everything that was sent, refused payments too.
  item_count     integer not null check (item_count between 1 and 1000),
  item_kobo      bigint not null check (item_kobo > 0),
  -- What one OTP confirms: known once every name was asked.
  content_hash   bytea check (length(content_hash) = 32),
  payment_count  integer,
  payment_kobo   bigint,
  charge_kobo    bigint,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  ready_at       timestamptz,
  confirmed_at   timestamptz,
  ended_at       timestamptz,
  next_at        timestamptz,
  lease_version  integer not null default 0,
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, source_account_number) references account (tenant_id, account_number),
  foreign key (tenant_id, customer_id) references customer,
  -- A batch that is not over always has a next step.
  check ((state in ('completed', 'cancelled', 'expired')) = (next_at is null)),
  check ((state in ('completed', 'cancelled', 'expired')) = (ended_at is not null)),
  check ((content_hash is null) = (payment_count is null) and (content_hash is null) = (payment_kobo is null) and (content_hash is null) = (charge_kobo is null)),
  check (state <> 'enquiring' or content_hash is null),
  check (state not in ('ready', 'processing') or content_hash is not null),
  check (state <> 'processing' or confirmed_at is not null)
) with (fillfactor = 80);
create index transfer_batch_due on transfer_batch (tenant_id, next_at) where next_at is not null;
create index transfer_batch_by_age on transfer_batch (tenant_id, created_at desc, batch_id desc);

create table transfer_batch_item (
  tenant_id      text not null,
  batch_id       text not null,
  -- From 1, in the order of the file.
  position       integer not null check (position between 1 and 1000),
  -- Where it stands in the caller's own file.
  line           integer not null,
  beneficiary_account_number text not null,
  -- NIP code, and the spelling the caller used.
  beneficiary_bank_code      text not null,
  beneficiary_bank_code_sent text not null,
  -- What the caller takes the owner's name to be; null: whoever it is.
  given_name     text,
  amount_kobo    bigint not null check (amount_kobo > 0),
  narration      text not null,
  reference      text,
  -- Line of an earlier payment of the same amount to the same account.
  duplicate_of   integer,
  state          text not null check (state in ('enquiring', 'accepted', 'refused')),
  -- Why it was refused.
  reason         text,
  tries          integer not null default 0,
  answered_at    timestamptz,
  -- As the bank answered.
  account_name   text,
  on_us          boolean,
  session_id     text check (session_id ~ '^[0-9]{30}$'),
  rail_session_id text,
  fee_kobo       bigint not null default 0 check (fee_kobo >= 0),
  vat_kobo       bigint not null default 0 check (vat_kobo >= 0),
  duty_kobo      bigint not null default 0 check (duty_kobo >= 0),
  transaction_id text,
  next_at        timestamptz,
  lease_version  integer not null default 0,
  primary key (tenant_id, batch_id, position),
  foreign key (tenant_id, batch_id) references transfer_batch,
  foreign key (tenant_id, transaction_id) references transfer,
  check ((state = 'refused') = (reason is not null)),
  check ((state = 'enquiring') = (answered_at is null)),
  check (state <> 'accepted' or (account_name is not null and on_us is not null and session_id is not null and rail_session_id is not null)),
  check (state = 'enquiring' or next_at is null),
  check (transaction_id is null or state = 'accepted')
) with (fillfactor = 70);
create index transfer_batch_item_due on transfer_batch_item (tenant_id, next_at) where next_at is not null;
create unique index transfer_batch_item_transfer on transfer_batch_item (tenant_id, transaction_id) where transaction_id is not null;

alter table transfer
  add column batch_id text,
  add constraint transfer_batch foreign key (tenant_id, batch_id) references transfer_batch;
create index transfer_by_batch on transfer (tenant_id, batch_id) where batch_id is not null;

-- One code confirms one batch with one content: what the code is bound to stands beside it, and its MAC covers it.
alter table otp
  add column binding text,
  drop constraint otp_purpose_check,
  add constraint otp_purpose_check check (purpose in ('transfer', 'utility', 'bulk')),
  add constraint otp_binding check ((purpose = 'bulk') = (binding is not null));

grant select, insert, update on transfer_batch, transfer_batch_item to openteller_app;

do $$
declare
  t text;
begin
  foreach t in array array['transfer_batch', 'transfer_batch_item'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_rows on %I using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true))$p$, t);
    execute format($p$create policy audit_reads on %I for select using (current_setting('app.scope', true) = 'audit')$p$, t);
    execute format($p$create policy worker_reads on %I for select using (current_setting('app.scope', true) = 'worker')$p$, t);
  end loop;
end $$;
