-- A reset sets an organization's sandbox aside and puts a fresh one in its place (docs/decisions/0020-a-reset-is-a-new-tenant.md).

alter table tenant
  -- Since when it is no longer the sandbox of its organization; of one that is being furnished, not yet. Null: it is the one whose callers are answered.
  add column retired_at timestamptz,
  -- A live tenant stays.
  add constraint tenant_live_stays check (retired_at is null or environment = 'sandbox');

-- Which tenants an organization has now: asked with each call of a member. Of retired ones there may be many.
create index tenant_in_use on tenant (organization_id, environment) where retired_at is null;
