/** Sessions of members: opaque tokens, of which the hash is kept. They live by the database's own clock, and belong to an organization, not to a tenant. */
import type { Database, ReadTx, Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { fail } from '#src/errors.ts';
import type { Session } from '#src/http/session-route.ts';
import { sha256 } from '#src/lib/canonical.ts';
import type { MemberKey, MemberRole } from './members.ts';
import { operatorPermissions, rolePermissions, roleScopes } from './permissions.ts';

export const idleMinutes = 30;
export const longestHours = 12;
/** For how long a proof of who one is opens what needs a fresh one. */
export const proofMinutes = 5;

type Found = {
  sessionId: string; organizationId: string; memberId: string; role: MemberRole; operator: boolean; sandbox: string; live: string;
  ended: boolean; expired: boolean; unseen: boolean; provedLately: boolean;
};

/** Asked anew with each call, so that what ends a session bites with the next one. @throws Failure session_missing, session_expired, session_ended */
export function recogniseSession(db: Database, token: string): Promise<Session> {
  const tokenHash = sha256(token);
  return db.across('directory', async (tx) => {
    const [found] = await tx.rows<Found>(sql`
      select s.session_id as "sessionId", s.organization_id as "organizationId", s.member_id as "memberId", m.role, m.operator_since is not null as operator, b.tenant_id as sandbox, l.tenant_id as live,
        s.ended_at is not null or m.removed_at is not null as ended,
        s.expires_at <= now() or s.last_seen_at <= now() - make_interval(mins => ${idleMinutes}) as expired,
        s.last_seen_at < now() - interval '1 minute' as unseen,
        s.proved_at > now() - make_interval(mins => ${proofMinutes}) as "provedLately"
      from member_session s
      join member m on m.organization_id = s.organization_id and m.member_id = s.member_id
      join tenant b on b.organization_id = s.organization_id and b.environment = 'sandbox' and b.retired_at is null
      join tenant l on l.organization_id = s.organization_id and l.environment = 'live'
      where s.token_hash = ${tokenHash}`);
    if (found === undefined) throw fail('session_missing');
    if (found.ended) throw fail('session_ended');
    if (found.expired) throw fail('session_expired');
    // Once a minute: a row for every call would be written for nothing.
    if (found.unseen) await tx.execute(sql`update member_session set last_seen_at = now() where token_hash = ${tokenHash} and ended_at is null`);
    const { sessionId, organizationId, memberId, role, operator, sandbox, live, provedLately } = found;
    const permissions = operator ? [...rolePermissions[role], ...operatorPermissions] : rolePermissions[role];
    return { sessionId, organizationId, memberId, role, tenants: { sandbox, live }, permissions, scopes: roleScopes[role], provedLately, tokenHash };
  });
}

export type NewSession = MemberKey & { sessionId: string; token: string; device: string; network: string };

export async function storeSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.execute(sql`
    insert into member_session (organization_id, session_id, member_id, token_hash, proved_at, last_seen_at, expires_at, device, network, created_at)
    values (${session.organizationId}, ${session.sessionId}, ${session.memberId}, ${sha256(session.token)}, now(), now(), now() + make_interval(hours => ${longestHours}),
      ${session.device}, ${session.network}, now())`);
  // Kept for a day after their end, so that an old one is called expired and not unknown.
  await tx.execute(sql`
    delete from member_session where organization_id = ${session.organizationId} and expires_at < now() - interval '1 day'`);
}

/** Another token for the session, and where it was `proved` anew a fresh proof; the token before is worth nothing from then on. @throws Failure session_ended */
export async function renewSession(tx: Tx, session: Session, token: string, proved: boolean): Promise<void> {
  const renewed = await tx.execute(sql`
    update member_session set token_hash = ${sha256(token)}, proved_at = case when ${proved} then now() else proved_at end, last_seen_at = now()
    where organization_id = ${session.organizationId} and session_id = ${session.sessionId} and token_hash = ${session.tokenHash} and ended_at is null`);
  if (renewed !== 1) throw fail('session_ended');
}

/** Ends one session of the member. False: there is none with this id, or it is over. */
export async function endSession(tx: Tx, { organizationId, memberId }: MemberKey, sessionId: string): Promise<boolean> {
  return (await tx.execute(sql`
    update member_session set ended_at = now() where organization_id = ${organizationId} and member_id = ${memberId} and session_id = ${sessionId} and ended_at is null`)) === 1;
}

/** Ends the member's sessions but the one to be kept; answers how many. */
export function endSessions(tx: Tx, { organizationId, memberId }: MemberKey, keep: string | null): Promise<number> {
  return tx.execute(sql`
    update member_session set ended_at = now()
    where organization_id = ${organizationId} and member_id = ${memberId} and ended_at is null and session_id is distinct from ${keep}::text`);
}

/** Whoever signs in anew on a browser leaves nothing of the session before, be it somebody else's. */
export async function endPresentedSession(tx: Tx, token: string): Promise<void> {
  await tx.execute(sql`update member_session set ended_at = now() where token_hash = ${sha256(token)} and ended_at is null`);
}

export type ListedSession = { sessionId: string; device: string; network: string; createdAt: Date; lastSeenAt: Date; expiresAt: Date };

/** The member's sessions that are not over, the latest first. */
export function listSessions(tx: ReadTx, { organizationId, memberId }: MemberKey): Promise<ListedSession[]> {
  return tx.rows<ListedSession>(sql`
    select session_id as "sessionId", device, network, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from member_session
    where organization_id = ${organizationId} and member_id = ${memberId} and ended_at is null and expires_at > now() and last_seen_at > now() - make_interval(mins => ${idleMinutes})
    order by session_id desc limit 200`);
}
