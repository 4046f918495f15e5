/**
 * `npm run organizations`: who may use this installation. Works beside a running program, and where no dashboard is at hand.
 *
 *   list
 *   create NAME --owner EMAIL
 *   add-member ORGANIZATION EMAIL --role ROLE
 *   add-credential ORGANIZATION --environment sandbox|live --name NAME [--scope SCOPE]… [--from NETWORK]…
 *   revoke-credential CLIENT_ID
 *   reset-password EMAIL [--organization ORGANIZATION] [--remove-second-factor]
 *   approve-live ORGANIZATION
 *   make-operator EMAIL --organization ORGANIZATION
 *   end-operator EMAIL [--organization ORGANIZATION]
 *
 * Passwords and secrets are generated, and shown this once.
 */
import { parseArgs } from 'node:util';
import type { App } from '#src/app.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { countWrapped } from '#src/organizations/count-wrapped.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { findCredentials, revokeCredential, storeCredential } from '#src/organizations/credentials.ts';
import { type ListedOrganization, listOrganizations } from '#src/organizations/list-organizations.ts';
import { approveLive } from '#src/organizations/manage-credentials.ts';
import { changePasswordHash, createMember, findMembersByEmail, type MemberRole, type ProvableMember, memberRoles } from '#src/organizations/members.ts';
import { isNetwork } from '#src/organizations/networks.ts';
import { endOperator, makeOperator } from '#src/organizations/operators.ts';
import { removePasskeys } from '#src/organizations/passkeys.ts';
import { hashPassword } from '#src/organizations/passwords.ts';
import { defaultScopes, scopes } from '#src/organizations/scopes.ts';
import { removeSecondFactor } from '#src/organizations/second-factor.ts';
import { endSessions } from '#src/organizations/sessions.ts';
import { wrappingBy } from '#src/organizations/wrapping.ts';
import { besideProgram } from './open-beside.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

type Ctx = App['ctx'];

const usage = `Usage: npm run organizations -- list
       npm run organizations -- create NAME --owner EMAIL
       npm run organizations -- add-member ORGANIZATION EMAIL --role ${memberRoles.join('|')}
       npm run organizations -- add-credential ORGANIZATION --environment sandbox|live --name NAME [--scope SCOPE]... [--from NETWORK]...
       npm run organizations -- revoke-credential CLIENT_ID
       npm run organizations -- reset-password EMAIL [--organization ORGANIZATION] [--remove-second-factor]
       npm run organizations -- approve-live ORGANIZATION
       npm run organizations -- make-operator EMAIL --organization ORGANIZATION
       npm run organizations -- end-operator EMAIL [--organization ORGANIZATION]`;

/** In the audit log: somebody with access to this machine and its MASTER_KEY. */
const actor = 'operator';

await runCommand(() => run(process.argv.slice(2)));

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [command = '', first = '', second = ''] = positionals;
  const work = commandOf();
  await besideProgram(process.env, async ({ ctx }) => void process.stdout.write(`${await work(ctx)}\n`));

  /** Judged before anything is opened. */
  function commandOf(): (ctx: Ctx) => Promise<string> {
    const { owner = '', role = '', environment = '', name = '', scope = [], from = [] } = values;
    if (command === 'list' && positionals.length === 1) return async ({ db }) => (await listOrganizations(db)).map(described).join('\n\n') || 'There is no organization yet.';
    if (command === 'create' && positionals.length === 2 && isEmail(owner) && first.trim() !== '') return (ctx) => create(ctx, first.trim(), owner);
    if (command === 'add-member' && positionals.length === 3 && isEmail(second) && isRole(role)) return (ctx) => addMember(ctx, first, second, role);
    if (command === 'add-credential' && positionals.length === 2 && isEnvironment(environment) && name.trim() !== '') {
      const unknown = scope.find((each) => !Object.hasOwn(scopes, each));
      if (unknown !== undefined) throw new UsageError(`There is no scope ${unknown}. Scopes: ${Object.keys(scopes).join(', ')}`);
      const wrong = from.find((network) => !isNetwork(network));
      if (wrong !== undefined) throw new UsageError(`${wrong} is no network: write an address, or an address and a length, such as 203.0.113.0/24.`);
      return (ctx) => addCredential(ctx, first, { environment, name: name.trim(), scopes: scope.length === 0 ? defaultScopes : scope, allowedCidrs: from });
    }
    if (command === 'revoke-credential' && positionals.length === 2) return (ctx) => revoke(ctx, first);
    if (command === 'reset-password' && positionals.length === 2) return (ctx) => resetPassword(ctx, first, values.organization ?? null, values['remove-second-factor'] === true);
    if (command === 'approve-live' && positionals.length === 2) return (ctx) => approve(ctx, first);
    if (command === 'make-operator' && positionals.length === 2) {
      // Where anybody may sign up, an address alone may be a stranger's.
      const { organization } = values;
      if (organization === undefined) throw new UsageError('Say whose member it is with --organization ORGANIZATION; `npm run organizations -- list` shows them.');
      return (ctx) => changeOperator(ctx, first, organization, true);
    }
    if (command === 'end-operator' && positionals.length === 2) return (ctx) => changeOperator(ctx, first, values.organization ?? null, false);
    throw new UsageError(usage);
  }
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const several = { type: 'string', multiple: true } as const;
    return parseArgs({ args, allowPositionals: true, options: { owner: text, organization: text, role: text, environment: text, name: text, scope: several, from: several, 'remove-second-factor': { type: 'boolean' } } });
  } catch {
    throw new UsageError(usage);
  }
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254;
}

function isRole(text: string): text is MemberRole {
  return memberRoles.some((role) => role === text);
}

function isEnvironment(text: string): text is 'sandbox' | 'live' {
  return text === 'sandbox' || text === 'live';
}

async function create(ctx: Ctx, name: string, owner: string): Promise<string> {
  await refuseWrongKey(ctx);
  const { organizationId } = await createOrganization(ctx.db, ctx.ids, ctx.config.masterKey, name);
  return `${name} is ${organizationId}.\n${await addMember(ctx, organizationId, owner, 'owner')}`;
}

async function addMember(ctx: Ctx, organizationId: string, email: string, role: MemberRole): Promise<string> {
  const organization = await findOrganization(ctx, organizationId);
  if (organization.members.some((member) => member.email.toLowerCase() === email.toLowerCase())) throw new UsageError(`${email} is a member already.`);
  const password = newPassword(ctx);
  await createMember(ctx.db, ctx.ids, { organizationId, email, password, role });
  await audit(ctx, organization.tenants.live, 'member.added', organizationId, { role });
  return `${email} is ${role} of ${organization.name}.\nPassword   ${password}\nIt is shown this once.`;
}

async function addCredential(ctx: Ctx, organizationId: string, wanted: { environment: 'sandbox' | 'live'; name: string; scopes: readonly string[]; allowedCidrs: readonly string[] }): Promise<string> {
  const organization = await findOrganization(ctx, organizationId);
  const { environment, ...rest } = wanted;
  const credential = { credentialId: ctx.ids.newId('crd'), clientId: ctx.ids.clientId(environment), clientSecret: ctx.ids.clientSecret(environment), ...rest };
  await ctx.db.write(organization.tenants[environment], async (tx) => {
    await storeCredential(tx, credential);
    await recordAudit(tx, ctx.ids, { actor, action: 'credential.added', subject: credential.credentialId, details: { clientId: credential.clientId, scopes: wanted.scopes, networks: wanted.allowedCidrs } });
  });
  return `CLIENT_ID=${credential.clientId}\nCLIENT_SECRET=${credential.clientSecret}\n# The secret is shown this once.`;
}

async function revoke(ctx: Ctx, clientId: string): Promise<string> {
  const [credential] = await ctx.db.across('directory', (tx) => findCredentials(tx, clientId));
  if (credential === undefined) throw new UsageError(`There is no credential ${clientId}.`);
  const ended = await ctx.db.write(credential.tenant_id, async (tx) => {
    const revoked = await revokeCredential(tx, credential.credential_id);
    if (revoked) await recordAudit(tx, ctx.ids, { actor, action: 'credential.revoked', subject: credential.credential_id, details: { clientId } });
    return revoked;
  });
  return ended ? `${clientId} is revoked; its tokens end within a second.` : `${clientId} was revoked before.`;
}

/** There is no sender of e-mail here: the operator makes sure who asks, and hands the new password over. */
async function resetPassword(ctx: Ctx, email: string, organizationId: string | null, withoutSecondFactor: boolean): Promise<string> {
  const member = await findOneMember(ctx, email, organizationId);
  const password = newPassword(ctx);
  const passwordHash = await hashPassword(password);
  await ctx.db.write(member.liveTenantId, async (tx) => {
    await changePasswordHash(tx, member, passwordHash);
    if (withoutSecondFactor) {
      await removeSecondFactor(tx, member);
      await removePasskeys(tx, member, null);
    }
    const sessionsEnded = await endSessions(tx, member, null);
    await recordAudit(tx, ctx.ids, { actor, action: 'member.password_reset', subject: member.memberId, details: { secondFactorRemoved: withoutSecondFactor, sessionsEnded } });
  });
  return `${member.email} has a new password; every session of theirs has ended${withoutSecondFactor ? ', and the second factor is removed' : ''}.\nPassword   ${password}\nIt is shown this once.`;
}

async function approve(ctx: Ctx, organizationId: string): Promise<string> {
  const { name, tenants } = await findOrganization(ctx, organizationId);
  const approved = await ctx.db.write(tenants.live, async (tx) => {
    const first = await approveLive(tx, organizationId);
    if (first) await recordAudit(tx, ctx.ids, { actor, action: 'organization.live_approved', subject: organizationId, details: {} });
    return first;
  });
  return approved ? `${name} makes live credentials itself from now on.` : `${name} was approved before.`;
}

/** Whoever can run this has the machine and its MASTER_KEY: nobody else gives this right, and no page does. */
async function changeOperator(ctx: Ctx, email: string, organizationId: string | null, become: boolean): Promise<string> {
  const member = await findOneMember(ctx, email, organizationId);
  const changed = await ctx.db.write(member.liveTenantId, async (tx) => {
    const done = await (become ? makeOperator : endOperator)(tx, member);
    if (done) await recordAudit(tx, ctx.ids, { actor, action: become ? 'member.made_operator' : 'member.operator_ended', subject: member.memberId, details: {} });
    return done;
  });
  if (!changed) return `${member.email} ${become ? 'was an operator before' : 'was no operator'}.`;
  return become ? `${member.email} looks across all organizations from now on.${member.totpSealed === null ? ' They need a second factor to approve one for live.' : ''}` : `${member.email} sees their own organization alone from now on.`;
}

function newPassword(ctx: Ctx): string {
  return ctx.ids.token('pw').slice(3, 23);
}

async function findOrganization(ctx: Ctx, organizationId: string): Promise<ListedOrganization> {
  const [organization] = await listOrganizations(ctx.db, organizationId);
  if (organization === undefined) throw new UsageError(`There is no organization ${organizationId}. List them: npm run organizations -- list`);
  return organization;
}

/** Keys that no running program can open would be made under a MASTER_KEY that is not theirs. */
async function refuseWrongKey({ db, config }: Ctx): Promise<void> {
  const { elsewhere } = await countWrapped(db, [config.masterKey, ...(config.previousMasterKey === null ? [] : [config.previousMasterKey])].map(wrappingBy));
  if (elsewhere > 0) throw new UsageError('MASTER_KEY is not the one that the running programs have: set what they have, PREVIOUS_MASTER_KEY included.');
}

/** Several organizations may have a member with the address: whoever signed up last is not whoever was meant. */
async function findOneMember(ctx: Ctx, email: string, organizationId: string | null): Promise<ProvableMember> {
  const members = (await findMembersByEmail(ctx.db, email)).filter((member) => organizationId === null || member.organizationId === organizationId);
  const [member, ...others] = members;
  if (member === undefined) throw new UsageError(`${email} is no member.`);
  if (others.length > 0) throw new UsageError(`${email} is a member of several organizations: say which with --organization ${members.map((each) => each.organizationId).join(' or ')}.`);
  return member;
}

function audit(ctx: Ctx, tenantId: string, action: string, subject: string, details: Record<string, unknown>): Promise<void> {
  return ctx.db.write(tenantId, (tx) => recordAudit(tx, ctx.ids, { actor, action, subject, details }));
}

function described({ organizationId, name, members, credentials }: ListedOrganization): string {
  return [
    `${name}   ${organizationId}`,
    ...members.map(({ email, role }) => `  ${role.padEnd(11)} ${email}`),
    ...credentials.map(({ clientId, environment, name: label, lastUsedAt, revokedAt }) =>
      `  ${environment.padEnd(11)} ${clientId}   ${label}   ${revokedAt === null ? (lastUsedAt === null ? 'never used' : `used ${isoMillis(lastUsedAt)}`) : `revoked ${isoMillis(revokedAt)}`}`),
  ].join('\n');
}
