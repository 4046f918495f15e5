-- Below this, the owner of an account wants to be told.
alter table account add column low_balance_kobo bigint check (low_balance_kobo > 0);
