-- Transfers that are confirmed now and start later, and transfers that their caller takes back before anything is held.

alter table transfer
  -- When it starts, at the earliest; null for a transfer that starts with its OTP.
  add column scheduled_for timestamptz,
  -- The name enquiry that was made anew at the start, whose reference the rail is sent; the other one keeps what was confirmed.
  add column start_enquiry_session_id text,
  add constraint transfer_start_enquiry foreign key (tenant_id, start_enquiry_session_id) references name_enquiry (tenant_id, session_id),
  drop constraint transfer_state_check,
  add constraint transfer_state_check
    check (state in ('AWAITING_OTP', 'SCHEDULED', 'EXPIRED', 'CANCELLED', 'AUTHORISED', 'SENDING', 'UNKNOWN', 'REVIEW', 'COMPLETED', 'FAILED', 'RETURNED')),
  drop constraint transfer_check1,
  add constraint transfer_next_step check (state in ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED', 'RETURNED') or next_at is not null or state = 'REVIEW'),
  drop constraint transfer_check2,
  add constraint transfer_authorised check (state in ('AWAITING_OTP', 'SCHEDULED', 'EXPIRED', 'CANCELLED', 'FAILED') or authorised_at is not null),
  -- Nothing is authorised before its time has come and its start has decided.
  add constraint transfer_scheduled check (state <> 'SCHEDULED' or (scheduled_for is not null and authorised_at is null));
create index transfer_by_schedule on transfer (tenant_id, scheduled_for, transaction_id) where scheduled_for is not null;
