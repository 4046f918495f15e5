-- The last go-live check of each webhook: who makes one holds the row, and its report stays until the next.

create table webhook_check (
  tenant_id     text not null,
  endpoint_id   text not null,
  started_at    timestamptz not null,
  -- While a check is being made; a process that died leaves it to run out. Null when it is over.
  running_until timestamptz,
  report        jsonb,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoint
);

grant select, insert, update on webhook_check to openteller_app;
alter table webhook_check enable row level security;
alter table webhook_check force row level security;
create policy own_rows on webhook_check using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on webhook_check for select using (current_setting('app.scope', true) = 'audit');
