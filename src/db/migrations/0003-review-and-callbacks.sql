-- What people and monitors look for among transfers, and whose account a session id of the rail was for.

-- Transfers without a definite answer are few; finding them must not read the others.
create index transfer_unsettled on transfer (tenant_id, authorised_at) where state in ('UNKNOWN', 'REVIEW');
-- True when the other side has put it right and the compensating entry was taken back by its opposite; null while it is open.
alter table rail_exception add column recovered boolean check ((recovered is null) = (resolved_at is null));
create index rail_exception_open on rail_exception (tenant_id, created_at) where resolved_at is null;

-- A session id of an inbound credit belongs to one tenant for ever: sent again for another tenant's account, it is refused.
-- It arrives before its tenant is known, as in account_directory.
create table inbound_session (
  environment  text not null check (environment in ('sandbox', 'live')),
  session_id   text not null check (session_id ~ '^[0-9]{30}$'),
  owner_tenant text not null,
  primary key (environment, session_id)
);

grant select, insert on inbound_session to openteller_app;
