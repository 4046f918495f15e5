-- Members sign in: sessions, second factors, invitations; credentials are rotated, and live ones need an approval.
-- None of the new tables has a tenant: a member belongs to an organization, which has two. organization_id comes first in every key.

alter table organization
  -- Since when live credentials may be made by the organization itself. Null: only the operator makes them.
  add column live_approved_at timestamptz;
-- Nothing else of an organization ever changes.
grant update (live_approved_at) on organization to openteller_app;

alter table member
  add column name text check (length(name) between 1 and 100),
  -- When it last signed in, and when it was removed: what it did stays in the audit log, its address becomes free.
  add column last_sign_in_at timestamptz,
  add column removed_at timestamptz,
  -- The TOTP secret, sealed; the one that waits for its first code; and the last time step a code was taken for, so that each is good once.
  add column totp_sealed bytea,
  add column totp_pending_sealed bytea,
  add column totp_last_step bigint not null default 0;
drop index member_email;
create unique index member_email on member (lower(email)) where removed_at is null;

create table member_session (
  organization_id text not null,
  session_id      text not null,
  member_id       text not null,
  -- SHA-256 of 256 random bits; another one after each sign-in and step-up.
  token_hash      bytea not null,
  -- When the member last proved who they are.
  proved_at       timestamptz not null,
  last_seen_at    timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz,
  -- Browser and system in words, and the network it came from: enough to recognise one's own.
  device          text not null,
  network         text not null,
  created_at      timestamptz not null,
  primary key (organization_id, session_id),
  foreign key (organization_id, member_id) references member
);
-- Looked up before anything else is known.
create unique index member_session_by_token on member_session (token_hash);
create index member_session_by_member on member_session (organization_id, member_id, session_id);
create index member_session_by_expiry on member_session (expires_at);

create table member_recovery_code (
  organization_id text not null,
  member_id       text not null,
  code_hash       bytea not null,
  used_at         timestamptz,
  created_at      timestamptz not null,
  primary key (organization_id, member_id, code_hash),
  foreign key (organization_id, member_id) references member
);

create table member_invitation (
  organization_id text not null references organization,
  invitation_id   text not null,
  email           text not null,
  role            text not null check (role in ('owner', 'admin', 'developer', 'operations', 'compliance', 'viewer')),
  token_hash      bytea not null,
  invited_by      text not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  withdrawn_at    timestamptz,
  created_at      timestamptz not null,
  primary key (organization_id, invitation_id),
  foreign key (organization_id, invited_by) references member,
  check (accepted_at is null or withdrawn_at is null)
);
create unique index member_invitation_by_token on member_invitation (token_hash);

alter table credential
  -- During the overlap of a rotation: the secret before, until when it is taken, and when it last was.
  add column previous_secret_hash bytea,
  add column previous_until timestamptz,
  add column previous_used_at timestamptz,
  add column rotated_at timestamptz,
  add constraint credential_previous check ((previous_secret_hash is null) = (previous_until is null));

grant select, insert, update on member_session, member_recovery_code, member_invitation to openteller_app;
-- Sessions a day after their end; the codes of a second factor that is replaced.
grant delete on member_session, member_recovery_code to openteller_app;
