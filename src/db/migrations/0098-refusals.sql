-- A statement that must not stand fails by itself, so that COMMIT may travel with it: `case when ... then 1 when refuse('why') then null end`. With the reason as its words,
-- and a state by which the program knows it.
create function refuse(reason text, state text default 'P0001') returns boolean language plpgsql volatile as $$
begin
  raise exception using message = reason, errcode = state;
end $$;
revoke all on function refuse(text, text) from public;
grant execute on function refuse(text, text) to openteller_app;
