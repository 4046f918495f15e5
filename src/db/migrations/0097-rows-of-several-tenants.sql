-- Money commands of several tenants share a transaction (decision 25). A joined statement sees the rows of those who travel, and of nobody else; in the tables that such
-- statements use, and in no other. Asked as a subselect, the list is read once for a statement, and not at all where the tenant alone is named.
do $$
declare
  t text;
begin
  foreach t in array array['account', 'api_call', 'bank_answer', 'beneficiary', 'customer', 'event', 'ledger_account', 'ledger_entry', 'limit_usage', 'message', 'name_enquiry', 'otp',
    'own_limit', 'rail_attempt', 'rail_exception', 'request', 'transfer', 'webhook_attempt', 'webhook_delivery', 'webhook_endpoint'] loop
    execute format($p$create policy rows_together on %I
      using (tenant_id = any ((select string_to_array(current_setting('app.tenant_ids', true), ','))::text[]))
      with check (tenant_id = any ((select string_to_array(current_setting('app.tenant_ids', true), ','))::text[]))$p$, t);
  end loop;
end $$;
create policy tenants_together on tenant for select using (tenant_id = any ((select string_to_array(current_setting('app.tenant_ids', true), ','))::text[]));
