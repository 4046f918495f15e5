-- What the rail's answers say about other banks.
-- Counted in memory by each process and added here every few seconds, one row for a bank and a minute; kept about an hour.
create table bank_answer (
  tenant_id        text not null references tenant,
  -- NIP code.
  bank_code        text not null check (bank_code ~ '^[0-9]{6}$'),
  -- By the tenant's clock.
  minute           timestamptz not null,
  answered         integer not null check (answered >= 0),
  failed           integer not null check (failed >= 0),
  last_answered_at timestamptz,
  primary key (tenant_id, bank_code, minute)
);

grant select, insert, update, delete on bank_answer to openteller_app;
alter table bank_answer enable row level security;
alter table bank_answer force row level security;
create policy own_rows on bank_answer using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on bank_answer for select using (current_setting('app.scope', true) = 'audit');
