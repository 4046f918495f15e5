import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError } from './start-error.ts';

const oldestServer = 150_000;
const attempts = 10;

/**
 * Makes sure of what migrations stand on: the schema `openteller`, its table of applied migrations, and the role
 * `openteller_app`, which cannot log in, owns nothing and is bound by row-level security. The connected user becomes its
 * member, so that a connection may take the role on. Changes nothing where all this exists.
 * Throws DatabaseStartError when the server is older than 15, the role is too mighty, or the user may not create what is missing.
 */
export async function prepareSchema(client: pg.Client): Promise<void> {
  await checkServer(client);
  try {
    if (!await exists(client, "select 1 from pg_namespace where nspname = 'openteller'")) {
      await client.query('create schema if not exists openteller');
    }
    if (!await exists(client, "select 1 from pg_class where oid = to_regclass('openteller.migration')")) {
      await client.query('create table openteller.migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())');
    }
    await prepareRole(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new DatabaseStartError(`DATABASE_URL: its user may not set up the schema and role of this program (${error.message}): use the database's owner with CREATEROLE, or let a superuser run "create role openteller_app nologin; grant openteller_app to" that user.`, error);
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string }>("select current_setting('server_version_num') as number");
  const version = Number(rows[0]?.number);
  if (version < oldestServer) {
    throw new DatabaseStartError(`DATABASE_URL: the server is PostgreSQL ${Math.floor(version / 10_000)} and this program needs 15 or newer.`);
  }
}

/** Roles belong to the whole server, so another database's migrations may be creating the same one at this moment. */
async function prepareRole(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (!await exists(client, "select 1 from pg_roles where rolname = 'openteller_app'")) {
        await client.query('create role openteller_app nologin nosuperuser nocreatedb nocreaterole nobypassrls');
      }
      if (!await isMember(client)) await client.query('grant openteller_app to current_user');
      break;
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await pause(20 * attempt);
    }
  }
  if (await exists(client, "select 1 from pg_roles where rolname = 'openteller_app' and (rolsuper or rolbypassrls)")) {
    throw new DatabaseStartError('DATABASE_URL: the role openteller_app is a superuser or bypasses row-level security: take that away (alter role openteller_app nosuperuser nobypassrls).');
  }
}

/** From PostgreSQL 16 on a creator is a member that may not take the role on (set_option false); on 15 the column is missing. */
function isMember(client: pg.Client): Promise<boolean> {
  return exists(client, `
    select 1 from pg_auth_members m
     where m.roleid = 'openteller_app'::regrole and m.member = current_user::regrole
       and coalesce(to_jsonb(m) ->> 'set_option', 'true') = 'true'`);
}

/** duplicate_object, unique_violation, and "tuple concurrently updated", which has no code of its own. */
function isRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError
    && (error.code === '42710' || error.code === '23505' || error.message === 'tuple concurrently updated');
}

async function exists(client: pg.Client, query: string): Promise<boolean> {
  const { rowCount } = await client.query(query);
  return (rowCount ?? 0) > 0;
}
