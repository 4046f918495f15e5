-- Late news that contradicts a final state is resolved by two different members, as a transfer in review is: each says whether the other side has put it right.
create table exception_vote (
  tenant_id      text not null references tenant,
  transaction_id text not null,
  kind           text not null,
  -- A person votes once; a vote is never changed.
  member_id      text not null,
  recovered      boolean not null,
  evidence       text not null,
  created_at     timestamptz not null,
  primary key (tenant_id, transaction_id, kind, member_id),
  foreign key (tenant_id, transaction_id, kind) references rail_exception
);
alter table exception_vote enable row level security;
alter table exception_vote force row level security;
create policy own_rows on exception_vote using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on exception_vote for select using (current_setting('app.scope', true) = 'audit');
grant select, insert on exception_vote to openteller_app;
