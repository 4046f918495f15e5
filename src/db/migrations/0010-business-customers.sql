-- Business customers: a customer row with the company's name and its first director, and the company's own particulars.

alter table customer
  -- The name of a company; null for people.
  add column business_name text,
  -- Shareholders who hold more than 95 % together passed their checks, so that nobody unknown can hold 5 %.
  add column owners_known boolean not null default false,
  -- A person has one profile, and may be first director of any number of companies.
  alter column bvn_index drop not null,
  drop constraint customer_check1,
  add constraint customer_tier_is_what_passed check (kyc_tier = 1 + (nin_index is not null or owners_known)::int + face_checked::int),
  add constraint customer_is_a_person_or_a_company check (
    case class_type
      when 'BUSINESS' then business_name is not null and bvn_index is null and nin_index is null
      else business_name is null and bvn_index is not null and not owners_known
    end);

create table business_profile (
  tenant_id   text not null,
  customer_id text not null,
  -- As the registry writes it, and without leading zeros, by which a company has one profile.
  rc_number   text not null,
  rc_key      text not null,
  tax_id      text not null,
  -- Codes of the bank's own core banking tables.
  sector_t24_code   text check (sector_t24_code ~ '^[0-9]{1,6}$'),
  industry_t24_code text check (industry_t24_code ~ '^[0-9]{1,6}$'),
  date_of_incorporation date not null,
  country_of_residence  text,
  state_of_residence    text,
  state_of_registration text,
  -- Sealed JSON {directors, shareholders}: names, BVNs and documents of people.
  people_sealed bytea not null,
  created_at  timestamptz not null,
  primary key (tenant_id, customer_id),
  unique (tenant_id, rc_key),
  foreign key (tenant_id, customer_id) references customer
);

-- The newest check of each kind of a customer: what was rejected last.
create index kyc_check_newest on kyc_check (tenant_id, customer_id, kind, check_id desc);

grant select, insert, update on business_profile to openteller_app;

alter table business_profile enable row level security;
alter table business_profile force row level security;
create policy own_rows on business_profile using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on business_profile for select using (current_setting('app.scope', true) = 'audit');
