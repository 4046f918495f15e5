-- Receipts that can be verified, liens, and accounts that fall dormant.

create table receipt (
  tenant_id         text not null references tenant,
  transaction_id    text not null,
  -- 80 random bits as 16 letters and digits: who holds it holds the receipt.
  verification_code text not null check (verification_code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  created_at        timestamptz not null,
  primary key (tenant_id, transaction_id),
  unique (tenant_id, verification_code),
  foreign key (tenant_id, transaction_id) references transfer
);
-- The public page looks a code up before the tenant is known.
create index receipt_by_code on receipt (verification_code);

create table lien (
  tenant_id      text not null references tenant,
  lien_id        text not null,
  account_number text not null,
  amount_kobo    bigint not null check (amount_kobo > 0),
  reason         text not null,
  actor          text not null,
  created_at     timestamptz not null,
  released_at    timestamptz,
  primary key (tenant_id, lien_id),
  foreign key (tenant_id, account_number) references account
);
create index lien_by_account on lien (tenant_id, account_number, lien_id desc);

-- What liens keep from being spent; beside the balance, so that whoever locks the one has the other.
alter table ledger_account add column lien_kobo bigint not null default 0 check (lien_kobo >= 0);

-- Since when an account is dormant; and since when its time without activity counts anew.
alter table account add column dormant_at timestamptz;
alter table account add column reactivated_at timestamptz;

grant select, insert on receipt to openteller_app;
grant select, insert, update on lien to openteller_app;

do $$
declare
  t text;
begin
  foreach t in array array['receipt', 'lien'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_rows on %I using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true))$p$, t);
    execute format($p$create policy audit_reads on %I for select using (current_setting('app.scope', true) = 'audit')$p$, t);
  end loop;
end $$;
create policy directory_reads on receipt for select using (current_setting('app.scope', true) = 'directory');
