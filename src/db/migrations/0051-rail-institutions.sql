-- The institutions of each environment's rail, as its lists name them. No tenant's: which banks there are is the same for all.
-- A row stays when later lists lack it, so that what was paid keeps its bank's name; the last list's rows are the youngest ones.
create table rail_institution (
  environment   text not null check (environment in ('sandbox', 'live')),
  nip_code      text not null check (nip_code ~ '^[0-9]{6}$'),
  name          text not null check (length(name) between 1 and 100),
  -- As the rail words it.
  category      text not null check (length(category) <= 20),
  first_seen_at timestamptz not null,
  -- Of the last list that had it; one moment for all of a list.
  refreshed_at  timestamptz not null,
  primary key (environment, nip_code)
);

grant select, insert, update on rail_institution to openteller_app;
