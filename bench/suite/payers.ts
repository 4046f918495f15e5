/** Accounts that pay, and the name-enquiry sessions they use up. */
import type pg from 'pg';
import { asOwner, beneficiary, createFundedAccount, type Tenant } from '../prepare.ts';

export type Payer = { tenantId: string; token: string; accountNumber: string };

/** Which payer a client's turn is of, and its session. */
export type Supply = (client: number, turn: number) => { payer: Payer; sessionId: string };

/** Accounts that are made at once. */
const atOnce = 32;
/** More than any client confirms in a second, and than all of them do. */
const mostOfClient = 1_500;
const mostPerSecond = 8_000;

/** Payers `from` to `to`; payer p is of tenant p modulo their number. */
export async function createPayers(port: number, tenants: readonly Tenant[], from: number, to: number): Promise<Payer[]> {
  const made: Payer[] = [];
  for (let start = from; start < to; start += atOnce) {
    made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, to - start) }, async (_, offset): Promise<Payer> => {
      const tenant = tenants[(start + offset) % tenants.length];
      if (tenant === undefined) throw new Error('There is no tenant.');
      return { tenantId: tenant.tenantId, token: tenant.token, accountNumber: await createFundedAccount(port, tenant.token, start + offset) };
    }))));
  }
  return made;
}

/** How many payers give each of the clients one of its own in each of the tenants' turns. */
export function payersFor(clients: number, tenants: number): number {
  return clients * Math.ceil(Math.max(clients, tenants) / clients);
}

/** Sessions of this process so far: their number is their id, so that no run meets another's. */
let written = 0;

/**
 * Writes the sessions of a run in bulk, since the enquiry is the other bank's time and not ours. Client c's turn n is of payer c + n × clients, so a client goes
 * through all its payers in turn and no two clients share one. `most`: confirmations a second of all clients that there are sessions for.
 */
export async function supplySessions(connection: pg.ClientConfig, payers: readonly Payer[], clients: number, seconds: number, most = mostPerSecond): Promise<Supply> {
  const turns = Math.ceil((Math.min(mostOfClient * clients, most) * seconds) / clients);
  const first = written;
  written += clients * turns;
  await asOwner(connection, `
    insert into name_enquiry (tenant_id, session_id, rail_session_id, account_number, bank_code, account_name, on_us, created_at, expires_at)
    select ($1::text[])[1 + i % $3::bigint], s.id, s.id, $4, $5, $6, false, now(), now() + interval '1 day'
    from generate_series(0, $2::bigint * $7::bigint - 1) i, lateral (select '990001' || lpad((i + $8::bigint)::text, 24, '0') as id) s`,
  [payers.map((payer) => payer.tenantId), clients, payers.length, beneficiary.accountNumber, beneficiary.nipCode, beneficiary.accountName, turns, first]);
  return (client, turn) => {
    if (turn >= turns) throw new Error('A client used up its name-enquiry sessions: raise mostOfClient in bench/suite/payers.ts.');
    const number = client + turn * clients;
    const payer = payers[number % payers.length];
    if (payer === undefined) throw new Error('There is no payer.');
    return { payer, sessionId: `990001${String(first + number).padStart(24, '0')}` };
  };
}
