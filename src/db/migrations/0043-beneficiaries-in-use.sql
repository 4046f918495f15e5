-- Beneficiaries in the order in which they were last enquired or paid, found by their names.
alter table beneficiary
  -- The last enquiry that was saved, or the last payment that arrived. Rows from before count from here on.
  add column last_used_at timestamptz not null default now(),
  -- The words of the name without accents and case, each after a blank; null: saved before names were searched.
  add column name_words text;
alter table beneficiary alter column last_used_at drop default;

drop index beneficiary_by_customer;
create index beneficiary_by_use on beneficiary (tenant_id, customer_id, last_used_at desc, beneficiary_id desc);
