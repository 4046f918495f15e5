-- Passkeys of members (WebAuthn), and the challenges that wait for an answer. A member belongs to an organization; organization_id comes first in the key.
create table member_passkey (
  organization_id text not null,
  passkey_id      text not null,
  member_id       text not null,
  -- What the authenticator calls it, base64url; and its public key, COSE.
  credential_id   text not null check (length(credential_id) between 1 and 1400),
  public_key      bytea not null,
  -- What the authenticator counted at its last use; 0 where it does not count.
  counter         bigint not null check (counter >= 0),
  transports      text[] not null,
  name            text not null check (length(name) between 1 and 100),
  last_used_at    timestamptz,
  created_at      timestamptz not null,
  primary key (organization_id, passkey_id),
  foreign key (organization_id, member_id) references member
);
-- Looked up before anything else is known.
create unique index member_passkey_by_credential on member_passkey (credential_id);
create index member_passkey_by_member on member_passkey (organization_id, member_id, passkey_id);
grant select, insert, update, delete on member_passkey to openteller_app;

-- Taken with its answer, so that each is good once.
create table passkey_challenge (
  challenge_hash bytea not null primary key,
  -- Who enrols; null: whoever signs in or proves who they are.
  member_id      text,
  expires_at     timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to openteller_app;
