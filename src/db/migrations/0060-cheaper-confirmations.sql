-- What a confirmed transfer costs the database (docs/performance.md, docs/decisions/0018-rows-proved-by-statements.md).
--
-- Each foreign key below was a query and a row lock for every row of the money path, many of them on one and the same row of a tenant or
-- a contra account. None of them can be violated: the program may delete neither tenants, accounts, customers, enquiries, transfers nor
-- entries (by grant), and the transaction that writes the row has read or locked the row that it names:
--   tenant             every transaction of a tenant begins by reading its row, and row-level security lets it write for no other
--   transfer           its account is locked, its enquiry and its customer are read, before it is initiated; of a bulk transfer the enquiry is inserted just before
--   otp, message       the account is locked; the transfer is inserted, or locked, in the same transaction
--   rail_attempt       the transfer is locked
--   ledger_entry       deposits: the statement that changes the balances must find each (ledger/postings.ts); contra accounts are opened with their tenant, or by who first needs one;
--                      a hold is looked up by the insert itself, which a foreign key did with a lock on a row that never changes
-- check-books looks for entries of accounts that do not exist.
alter table request drop constraint request_tenant_id_fkey;
alter table event drop constraint event_tenant_id_fkey;
alter table message drop constraint message_tenant_id_fkey;
alter table otp
  drop constraint otp_tenant_id_fkey,
  drop constraint otp_tenant_id_account_number_fkey,
  drop constraint otp_tenant_id_transaction_id_fkey;
alter table transfer
  drop constraint transfer_tenant_id_fkey,
  drop constraint transfer_tenant_id_name_enquiry_session_id_fkey,
  drop constraint transfer_tenant_id_source_account_number_fkey,
  drop constraint transfer_tenant_id_customer_id_fkey;
alter table rail_attempt drop constraint rail_attempt_tenant_id_transaction_id_fkey;
alter table ledger_entry
  drop constraint ledger_entry_tenant_id_debit_account_fkey,
  drop constraint ledger_entry_tenant_id_credit_account_fkey,
  drop constraint ledger_entry_tenant_id_pending_id_fkey;

-- Read by no query: entries are found by account, and their ids begin with what they belong to.
drop index ledger_entry_by_reference;

-- Nearly every attempt is changed once, by its answer. Room for that on its page spares three index entries.
alter table rail_attempt set (fillfactor = 50);

-- Nothing is looked for by these, so nothing need be known about their contents; sorting samples of them was most of what analyzing costs.
alter table event alter column body set statistics 0;
alter table message alter column content_sealed set statistics 0, alter column provider_reference set statistics 0, alter column otp_reference_id set statistics 0, alter column transaction_id set statistics 0;
alter table request alter column answer set statistics 0, alter column fingerprint set statistics 0;
alter table otp alter column code_mac set statistics 0, alter column transaction_id set statistics 0;
alter table ledger_entry alter column reference set statistics 0, alter column narration set statistics 0;
alter table transfer alter column narration set statistics 0, alter column beneficiary_account_name set statistics 0, alter column rail_session_id set statistics 0,
  alter column beneficiary_bank_code_sent set statistics 0, alter column sent_at set statistics 0, alter column expires_at set statistics 0;
alter table name_enquiry alter column account_name set statistics 0, alter column rail_session_id set statistics 0;
