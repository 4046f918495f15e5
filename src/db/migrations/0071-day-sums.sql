-- What happened on days that are over, summed once and true for ever: rows that a day counts do not change in what they are counted by.
create table day_sum (
  tenant_id text not null references tenant,
  -- What is summed, such as `transfers`.
  list      text not null,
  -- Of Lagos.
  day       date not null,
  sums      jsonb not null,
  primary key (tenant_id, list, day)
);
grant select, insert on day_sum to openteller_app;
alter table day_sum enable row level security;
alter table day_sum force row level security;
create policy own_rows on day_sum using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on day_sum for select using (current_setting('app.scope', true) = 'audit');

-- By the day on which a transfer came to its end. A later return moves none.
create index transfer_by_end on transfer (tenant_id, settled_at) where state in ('COMPLETED', 'FAILED', 'RETURNED');
