-- What a second identity provider said to the same question. It decided nothing; kept is only where the two agreed.
create table identity_shadow (
  tenant_id   text not null references tenant,
  shadow_id   text not null,
  -- Of the request that asked; its kyc_check carries the same.
  request_id  text not null,
  question    text not null check (question in ('bvn', 'nin', 'tin')),
  -- Who answered the request.
  provider    text not null,
  shadow      text not null,
  -- Whether both came to the same outcome; null where the shadow decided nothing.
  agrees      boolean,
  -- Field by field: true the same, false not, null where one of them did not say. Never what a registry holds.
  fields      jsonb not null,
  created_at  timestamptz not null,
  primary key (tenant_id, shadow_id)
);

grant select, insert on identity_shadow to openteller_app;
alter table identity_shadow enable row level security;
alter table identity_shadow force row level security;
create policy own_rows on identity_shadow using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on identity_shadow for select using (current_setting('app.scope', true) = 'audit');
