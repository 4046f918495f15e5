-- Every check of a person is found again: those whose caller named the customer, and those that were about a number of the customer's.

-- The caller named the customer; the check belongs to no route of the customer's, and adds no tier. False where customer_id is null, and for checks that a customer's own routes made.
alter table kyc_check add column named boolean not null default false check (not named or customer_id is not null);
-- Checks from before the table below are found by this.
create index kyc_check_by_subject on kyc_check (tenant_id, subject_index);

-- Which single numbers a check was about, as keyed indexes; of a BVN against a NIN both. They go with whom they name.
create table kyc_check_number (
  tenant_id    text not null references tenant,
  number_index bytea not null,
  check_id     text not null,
  primary key (tenant_id, number_index, check_id),
  foreign key (tenant_id, check_id) references kyc_check
);
create index kyc_check_number_by_check on kyc_check_number (tenant_id, check_id);
alter table kyc_check_number enable row level security;
alter table kyc_check_number force row level security;
create policy own_rows on kyc_check_number using (tenant_id = current_setting('app.tenant_id', true)) with check (tenant_id = current_setting('app.tenant_id', true));
create policy audit_reads on kyc_check_number for select using (current_setting('app.scope', true) = 'audit');
grant select, insert, delete on kyc_check_number to openteller_app;

-- An erasure takes these too: how a document was read, and whom it resembled.
grant update (reading, duplicate_of) on kyc_check to openteller_app;
