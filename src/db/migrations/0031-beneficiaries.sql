-- Accounts that a customer pays, saved from a name enquiry.
create table beneficiary (
  tenant_id      text not null,
  beneficiary_id text not null,
  customer_id    text not null,
  account_number text not null,
  -- NIP code.
  bank_code      text not null,
  -- As the last enquiry that was saved answered it.
  account_name   text not null,
  created_at     timestamptz not null,
  primary key (tenant_id, beneficiary_id),
  unique (tenant_id, customer_id, account_number, bank_code),
  foreign key (tenant_id, customer_id) references customer
);
create index beneficiary_by_customer on beneficiary (tenant_id, customer_id, beneficiary_id desc);

grant select, insert, update, delete on beneficiary to openteller_app;
alter table beneficiary enable row level security;
alter table beneficiary force row level security;
create policy own_rows on beneficiary using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on beneficiary for select using (current_setting('app.scope', true) = 'audit');
