-- Checks that are tried again, keys of single customers, erasure, and what goes away after its time.

alter table kyc_check
  -- The check that this one tries again.
  add column retry_of text,
  -- Keyed index of the names and the birth date that were claimed: what passed for them need not be asked again for the very same.
  add column claims_index bytea,
  -- Of a check of two registries: those that had nothing against the claims.
  add column passed_parts text[] not null default '{}' check (passed_parts <@ array['bvn', 'nin']),
  add constraint kyc_check_retry foreign key (tenant_id, retry_of) references kyc_check;
create index kyc_check_by_time on kyc_check (tenant_id, created_at desc, check_id desc);
create index kyc_check_by_retry on kyc_check (tenant_id, retry_of) where retry_of is not null;

alter table customer
  -- The customer's own key, wrapped by the tenant's: its sealed columns are sealed under it. Null: still under the tenant's, or erased.
  add column key_sealed bytea,
  -- Since when nothing of the person stands here any more.
  add column erased_at timestamptz check (erased_at is null or key_sealed is null);
create index customer_without_key on customer (tenant_id, customer_id) where key_sealed is null and erased_at is null;

-- Stored answers go after thirty days; the requestIds of transfers stay for ever, without their answer.
alter table request
  drop constraint request_check,
  add constraint request_answered check (state = 'answered' or (http_status is null and answer is null)),
  add constraint request_answer_whole check (answer is null or http_status is not null);
create index request_by_age on request (tenant_id, created_at) where answer is not null;

create index audit_entry_by_age on audit_entry (tenant_id, created_at desc, audit_id desc);
create index audit_entry_by_action on audit_entry (tenant_id, action, created_at desc, audit_id desc);
create index audit_entry_by_actor on audit_entry (tenant_id, actor, created_at desc, audit_id desc);
create index audit_entry_about on audit_entry (tenant_id, subject, created_at desc, audit_id desc);

-- A check that was too close to call, until people have decided it; the check itself never changes.
create table kyc_review (
  tenant_id  text not null,
  check_id   text not null,
  state      text not null check (state in ('pending', 'passed', 'failed')),
  -- Sealed JSON: the pictures people decide by. Null: gone.
  pictures_sealed bytea,
  -- When the pictures go: a day after the decision, and at the latest after the bound of all.
  pictures_until  timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (tenant_id, check_id),
  foreign key (tenant_id, check_id) references kyc_check,
  check ((state = 'pending') = (decided_at is null))
);
create index kyc_review_pending on kyc_review (tenant_id, created_at, check_id) where state = 'pending';
create index kyc_review_pictures on kyc_review (tenant_id, pictures_until) where pictures_sealed is not null;

create table kyc_review_vote (
  tenant_id  text not null,
  check_id   text not null,
  -- A person votes once; a vote is never changed.
  member_id  text not null,
  verdict    text not null check (verdict in ('pass', 'fail')),
  reason     text not null,
  created_at timestamptz not null,
  primary key (tenant_id, check_id, member_id),
  foreign key (tenant_id, check_id) references kyc_review
);

-- What later pictures are compared with. Biometric, and so sealed, the numbers of a face and the hash of a picture alike.
create table kyc_likeness (
  tenant_id   text not null,
  check_id    text not null,
  picture     text not null check (picture in ('document', 'selfie')),
  -- Keyed index of whom the check was about: the same person is no duplicate of itself.
  subject_index bytea not null,
  content_sealed bytea not null,
  created_at  timestamptz not null,
  primary key (tenant_id, check_id, picture),
  foreign key (tenant_id, check_id) references kyc_check
);
create index kyc_likeness_by_age on kyc_likeness (tenant_id, created_at desc);

-- Checks of other subjects that seem to show the same person or the same picture.
alter table kyc_check add column duplicate_of text[] not null default '{}';

do $$
declare
  t text;
begin
  foreach t in array array['kyc_review', 'kyc_review_vote', 'kyc_likeness'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_rows on %I using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true))$p$, t);
    execute format($p$create policy audit_reads on %I for select using (current_setting('app.scope', true) = 'audit')$p$, t);
  end loop;
end $$;
grant select, insert, update on kyc_review to openteller_app;
-- A vote is read and added, nothing else; a likeness goes with whom it shows.
grant select, insert on kyc_review_vote to openteller_app;
grant select, insert, delete on kyc_likeness to openteller_app;

-- An erasure takes names out of bodies of events, and leaves of a check what came out of it. Nothing else of either can change.
grant update (body) on event to openteller_app;
grant update (subject_index, claims_index, provider_reference) on kyc_check to openteller_app;
