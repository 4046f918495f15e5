-- Money that comes back for somebody who was erased goes to no account of theirs: it lies here, the operator's debt to whom it belongs. Tenants from before get the account with their first.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check
  check (kind in ('deposit', 'rail_clearing', 'fee_income', 'vat_payable', 'duty_payable', 'sandbox_funding', 'rail_exceptions', 'unclaimed_returns'));

-- An account that was opened again after its customer's erasure is shut.
update account a set restriction = 'no_debit_no_credit', restriction_reason = 'The customer was erased', version = a.version + 1
from customer c where c.tenant_id = a.tenant_id and c.customer_id = a.customer_id and c.erased_at is not null and a.restriction <> 'no_debit_no_credit';
