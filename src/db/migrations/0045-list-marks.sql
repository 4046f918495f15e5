-- Long lists are counted once. A mark says how many rows of a list stand before a place of it, and what they sum to: the rows before are too old to change, so a
-- mark is true for ever. Marks are made when a list is read (src/lists/marks.ts); to delete them costs time and loses nothing.

create table list_mark (
  tenant_id text not null references tenant,
  -- Which list, with its filter: `transfer/account=0123456789`.
  list      text not null,
  -- An instant in UTC with its milliseconds, or an id: whatever the list is ordered by.
  place     text collate "C" not null,
  rows      bigint not null check (rows >= 0),
  kobo      bigint not null,
  primary key (tenant_id, list, place)
);
create index list_mark_by_rows on list_mark (tenant_id, list, rows);

-- A transaction that began before a sandbox's clock was moved writes rows of long ago. In the database's own time.
alter table tenant add column clock_moved_at timestamptz;

-- What a filter of a list finds must not be looked for among everything else. None of these is on the way of a transfer that succeeds.
create index transfer_failed on transfer (tenant_id, initiated_at desc, transaction_id desc) where state in ('FAILED', 'EXPIRED', 'CANCELLED');
create index transfer_returned on transfer (tenant_id, initiated_at desc, transaction_id desc) where state = 'RETURNED';
create index transfer_failed_by_source on transfer (tenant_id, source_account_number, initiated_at desc, transaction_id desc) where state in ('FAILED', 'EXPIRED', 'CANCELLED');
create index transfer_returned_by_source on transfer (tenant_id, source_account_number, initiated_at desc, transaction_id desc) where state = 'RETURNED';
create index account_by_type on account (tenant_id, type, created_at desc, account_number desc);
create index kyc_check_by_kind on kyc_check (tenant_id, kind, check_id desc);
create index kyc_check_by_outcome on kyc_check (tenant_id, outcome, check_id desc);
create index webhook_delivery_failed on webhook_delivery (tenant_id, endpoint_id, event_id desc) where state = 'failed';
-- Of endpoints that are paused.
create index webhook_delivery_held on webhook_delivery (tenant_id, endpoint_id, event_id desc) where state = 'pending' and next_at is null;

grant select, insert on list_mark to openteller_app;
alter table list_mark enable row level security;
alter table list_mark force row level security;
create policy own_rows on list_mark using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on list_mark for select using (current_setting('app.scope', true) = 'audit');
