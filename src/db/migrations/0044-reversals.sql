-- The votes of two people on taking back a transfer that had arrived, and the rail's late return of one that they took back.
create table reversal_vote (
  tenant_id      text not null,
  transaction_id text not null,
  -- A person votes once; a vote is never changed.
  member_id      text not null,
  verdict        text not null check (verdict in ('for', 'against')),
  reason         text not null,
  evidence       text not null,
  -- Under which the other bank's money came back; null between two accounts here, and in votes against.
  received_session_id text check (received_session_id ~ '^[0-9]{30}$'),
  created_at     timestamptz not null,
  primary key (tenant_id, transaction_id, member_id),
  foreign key (tenant_id, transaction_id) references transfer,
  check (verdict = 'for' or received_session_id is null)
);
-- Money that came back once is named for one transfer.
create index reversal_vote_by_session on reversal_vote (tenant_id, received_session_id) where received_session_id is not null;

alter table rail_exception drop constraint rail_exception_kind_check;
alter table rail_exception add constraint rail_exception_kind_check check (kind in ('success_after_failure', 'failure_after_success', 'return_after_reversal'));

-- A vote is read and added, nothing else.
grant select, insert on reversal_vote to openteller_app;
alter table reversal_vote enable row level security;
alter table reversal_vote force row level security;
create policy own_rows on reversal_vote using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on reversal_vote for select using (current_setting('app.scope', true) = 'audit');
