-- Who runs the service looks across organizations. Granted on the command line alone: no page and no member gives it away.
alter table member add column operator_since timestamptz;

-- Checks of the books that were asked for in the console, the last as well as the one that runs. They are about all tenants.
create table books_check (
  check_id    text primary key,
  -- A member.
  started_by  text not null,
  started_at  timestamptz not null,
  -- Null: it runs, or the process that ran it is gone.
  finished_at timestamptz,
  -- Null: it did not come to its end.
  differences integer,
  -- The first of them, as the command prints them.
  lines       text[] not null default '{}'
);
-- One at a time, whichever process is asked.
create unique index books_check_running on books_check ((true)) where finished_at is null;
create index books_check_by_age on books_check (started_at desc);
grant select, insert, update on books_check to openteller_app;
