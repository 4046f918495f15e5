-- Limits counted per Lagos day, exceptions with the rail's late news, and the votes of people on transfers in review.

-- What was confirmed on a day by an account or a customer: counted when the hold is placed, given back on failure.
create table limit_usage (
  tenant_id   text not null references tenant,
  -- `account:<number>` or `customer:<id>`.
  subject     text not null,
  -- Calendar day in Lagos.
  day         date not null,
  amount_kobo bigint not null default 0 check (amount_kobo >= 0),
  transfers   integer not null default 0 check (transfers >= 0),
  primary key (tenant_id, subject, day)
) with (fillfactor = 70);

-- News that contradicts a final state. The books are put right by a compensating entry; nothing is edited.
create table rail_exception (
  tenant_id      text not null,
  transaction_id text not null,
  kind           text not null check (kind in ('success_after_failure', 'failure_after_success')),
  response_code  text,
  created_at     timestamptz not null,
  resolved_at    timestamptz,
  resolution     text,
  primary key (tenant_id, transaction_id, kind),
  foreign key (tenant_id, transaction_id) references transfer
);

-- Two different people decide a transfer in review; a person votes once.
create table review_vote (
  tenant_id      text not null,
  transaction_id text not null,
  member_id      text not null,
  verdict        text not null check (verdict in ('success', 'failure')),
  evidence       text not null,
  created_at     timestamptz not null,
  primary key (tenant_id, transaction_id, member_id),
  foreign key (tenant_id, transaction_id) references transfer
);

-- A day's own limits of one customer or account, below what the policy allows; the newest row counts.
create table own_limit (
  tenant_id         text not null references tenant,
  subject           text not null,
  limit_id          text not null,
  per_transfer_kobo bigint check (per_transfer_kobo > 0),
  per_day_kobo      bigint check (per_day_kobo > 0),
  per_day_transfers integer check (per_day_transfers > 0),
  reason            text not null,
  actor             text not null,
  created_at        timestamptz not null,
  primary key (tenant_id, subject, limit_id)
);

grant select, insert, update on limit_usage, rail_exception to openteller_app;
grant select, insert on review_vote, own_limit to openteller_app;

do $$
declare
  t text;
begin
  foreach t in array array['limit_usage', 'rail_exception', 'review_vote', 'own_limit'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_rows on %I using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true))$p$, t);
    execute format($p$create policy audit_reads on %I for select using (current_setting('app.scope', true) = 'audit')$p$, t);
  end loop;
end $$;
