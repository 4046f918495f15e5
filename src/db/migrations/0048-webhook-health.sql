-- Webhooks: the health of each endpoint, every attempt of a delivery, selections by customer and account, a secret that
-- is being replaced, and addresses that are used for one replay.

alter table webhook_endpoint
  -- Why it is paused. Null: it is not, or was paused by its tenant before reasons were kept.
  add column paused_reason text check (paused_reason in ('requested', 'gone', 'failing')),
  -- How often the program paused it by itself: the sequence of webhook.paused.
  add column pauses integer not null default 0,
  -- Failures in a row over all its deliveries, and when the first of them was.
  add column failures integer not null default 0,
  add column failing_since timestamptz,
  -- Of the breaker: the wait before the next probe; 0 while it is closed.
  add column open_seconds integer not null default 0,
  -- Nothing is sent before: the breaker's wait, or what the receiver's Retry-After asked for.
  add column wait_until timestamptz,
  -- Only events about this customer, and this account.
  add column filter_customer_id text,
  add column filter_account_number text,
  -- Takes the place of secret_sealed at its time.
  add column next_secret_sealed bytea,
  add column next_secret_at timestamptz,
  add constraint webhook_endpoint_next_secret check ((next_secret_sealed is null) = (next_secret_at is null)),
  drop constraint webhook_endpoint_status_check,
  -- once: the address of one replay, which selects nothing.
  add constraint webhook_endpoint_status_check check (status in ('active', 'paused', 'once', 'deleted'));
create index webhook_endpoint_in_use on webhook_endpoint (tenant_id, endpoint_id) where status <> 'deleted';

-- What is due of each endpoint: the worker takes a few of each, so that none fills its tenant's share.
create index webhook_delivery_due_by_endpoint on webhook_delivery (tenant_id, endpoint_id, next_at, event_id) where next_at is not null;

-- One row for each call that was made. Kept for thirty days.
create table webhook_attempt (
  tenant_id     text not null,
  event_id      text not null,
  endpoint_id   text not null,
  -- Of the lease it was made under: unlike the count of attempts, it goes on rising over replays.
  lease_version integer not null,
  attempt       integer not null,
  http_status   integer,
  error         text,
  latency_ms    integer,
  attempted_at  timestamptz not null,
  -- When the next try was planned; null when there was none to come.
  retry_at      timestamptz,
  primary key (tenant_id, event_id, endpoint_id, lease_version),
  foreign key (tenant_id, event_id, endpoint_id) references webhook_delivery
);
create index webhook_attempt_by_age on webhook_attempt (tenant_id, attempted_at);

grant select, insert, delete on webhook_attempt to openteller_app;
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy own_rows on webhook_attempt using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on webhook_attempt for select using (current_setting('app.scope', true) = 'audit');
