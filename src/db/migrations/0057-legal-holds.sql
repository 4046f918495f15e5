-- A legal hold keeps a customer from being erased. There may be several, each with a reason of its own; each is lifted alone, and stays as a record.
create table legal_hold (
  tenant_id   text not null references tenant,
  hold_id     text not null,
  customer_id text not null,
  reason      text not null,
  -- A member, or `operator`.
  placed_by   text not null,
  placed_at   timestamptz not null,
  lifted_by   text,
  lift_reason text,
  lifted_at   timestamptz,
  primary key (tenant_id, hold_id),
  foreign key (tenant_id, customer_id) references customer,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create index legal_hold_in_force on legal_hold (tenant_id, customer_id) where lifted_at is null;
alter table legal_hold enable row level security;
alter table legal_hold force row level security;
create policy own_rows on legal_hold using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on legal_hold for select using (current_setting('app.scope', true) = 'audit');
grant select, insert on legal_hold to openteller_app;
grant update (lifted_by, lift_reason, lifted_at) on legal_hold to openteller_app;
