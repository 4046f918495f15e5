-- When the oldest transaction began that is still open in this database: for what may be counted once and for all (src/lists/settled.ts). What began before the answer and
-- ever commits is seen by each statement that begins after it, be it that COMMIT waited for a lost replica for hours.
--
-- The program's role sees no other sessions; the owner of the schema sees those of its own login, and so all of the program. Of a login that the owner does not see and
-- that may take the program's role on, and of a prepared transaction, the begin is not to be known: it is taken to be ten minutes ago, and ten minutes before it was prepared.
create function oldest_begin() returns timestamptz language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  begun timestamptz;
  hidden boolean;
begin
  -- A transaction goes from here only when what it wrote can be seen, or when it is prepared. Whoever is hidden shows neither type nor state; with track_activities off nothing shows.
  select min(xact_start), bool_or(state = 'disabled' or (backend_type is null and pg_has_role(usesysid, 'openteller_app', 'member'))) into begun, hidden
  from pg_catalog.pg_stat_activity where datname = current_database() and (backend_type = 'client backend' or backend_type is null);
  -- Asked second: what is prepared meanwhile is already here when it goes from there.
  return least(now(), begun, case when hidden then now() - interval '10 minutes' end,
    (select min(prepared) from pg_catalog.pg_prepared_xacts where database = current_database()) - interval '10 minutes');
end $$;
revoke all on function oldest_begin() from public;
grant execute on function oldest_begin() to openteller_app;
