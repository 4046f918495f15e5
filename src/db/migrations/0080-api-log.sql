-- What was called at the API, for a few days: outcome, time, and bodies of which only declared names and harmless values are left.
-- Written in batches beside the requests, never in their transactions; a call that is lost here has happened all the same.
create table api_call (
  tenant_id     text not null references tenant,
  call_id       text not null,
  request_id    text not null,
  operation     text not null,
  method        text not null,
  -- Below the root, with placeholders for what is somebody's.
  path          text not null,
  http_status   integer not null,
  -- The first error code; null for a success.
  code          text,
  latency_ms    integer not null,
  credential_id text not null,
  -- Redacted JSON. Null: there was none, or it was too large to be looked at.
  request       text,
  answer        text,
  primary key (tenant_id, call_id)
);
create index api_call_by_request on api_call (tenant_id, request_id);
alter table api_call enable row level security;
alter table api_call force row level security;
create policy own_rows on api_call using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on api_call for select using (current_setting('app.scope', true) = 'audit');
grant select, insert, delete on api_call to openteller_app;
