-- What was on hold at a moment of the past. None of these is on the way of a transfer that is confirmed and settled within ten minutes (src/accounts/kept-store.ts).
create index transfer_settled_late on transfer (tenant_id, source_account_number, settled_at) where settled_at - authorised_at > interval '10 minutes';
create index transfer_begun_late on transfer (tenant_id, source_account_number, authorised_at) where authorised_at - initiated_at > interval '10 minutes';

-- Transfers that ended in one way among all that failed.
create index transfer_failed_by_state on transfer (tenant_id, state, initiated_at desc, transaction_id desc) where state in ('FAILED', 'EXPIRED', 'CANCELLED');

-- The log of a subject is filtered by what was done.
drop index audit_entry_by_subject;
create index audit_entry_by_subject on audit_entry (tenant_id, subject, audit_id) include (action);

create index transfer_batch_by_state on transfer_batch (tenant_id, state, created_at desc, batch_id desc);
