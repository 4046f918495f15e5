/** What each role may do in the dashboard. Every signed-in member may besides care for their own session, password and second factor. */
import type { MemberRole } from './members.ts';
import { isScope, type ScopeName, scopes } from './scopes.ts';

export const permissions = {
  'members:read': 'See members and invitations.',
  'members:manage': 'Invite and remove members, and change their roles.',
  'credentials:read': 'See API credentials, without their secrets.',
  'credentials:test': 'Create, rotate, change and revoke test credentials.',
  'credentials:live': 'Create, rotate, change and revoke live credentials.',
  'audit:read': 'Read the audit log.',
  'sandbox:reset': 'Begin anew with a fresh sandbox.',
  'transfers:decide': 'Decide about transfers in review, reversals and exceptions, together with a second member.',
  'operator:read': 'Look across organizations: for whoever runs the service.',
  'operator:manage': 'Approve organizations for live, and check the books.',
} as const;

export type Permission = keyof typeof permissions;

const all: readonly Permission[] = ['members:read', 'members:manage', 'credentials:read', 'credentials:test', 'credentials:live', 'audit:read', 'sandbox:reset', 'transfers:decide'];

/** Of a member who runs the service, beside those of the role. No role has them. */
export const operatorPermissions: readonly Permission[] = ['operator:read', 'operator:manage'];

/** Only an owner makes owners, and takes the role from one: the one difference between owner and admin. */
export const rolePermissions: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: all,
  admin: all,
  developer: ['members:read', 'credentials:read', 'credentials:test', 'sandbox:reset'],
  operations: ['members:read', 'credentials:read', 'transfers:decide'],
  compliance: ['members:read', 'credentials:read', 'audit:read', 'transfers:decide'],
  viewer: ['members:read'],
};

/** May a member of this role make, or invite, members of that one? */
export function mayMake(own: MemberRole, made: MemberRole): boolean {
  return rolePermissions[own].includes('members:manage') && (made !== 'owner' || own === 'owner');
}

type EnvironmentScopes = Readonly<Record<'sandbox' | 'live', readonly ScopeName[]>>;

const everyScope: readonly ScopeName[] = Object.keys(scopes).filter(isScope);
const reading: readonly ScopeName[] = ['customer:read', 'kyc:read', 'account:read', 'transfer:read', 'event:read'];
const building: readonly ScopeName[] = everyScope.filter((scope) => scope !== 'customer:pii');

/**
 * The API's own calls, made by a person: the same scopes that a credential has, by role and environment. A developer tries
 * everything in test and sees no customer of live; who works at the counter moves nothing without the customer's code.
 */
export const roleScopes: Readonly<Record<MemberRole, EnvironmentScopes>> = {
  owner: { sandbox: everyScope, live: everyScope },
  admin: { sandbox: everyScope, live: everyScope },
  developer: { sandbox: building, live: ['transfer:read', 'event:read', 'webhook:manage'] },
  operations: { sandbox: building, live: [...reading, 'customer:write', 'account:write', 'transfer:initiate', 'transfer:validate', 'otp:use'] },
  compliance: { sandbox: everyScope, live: [...reading, 'customer:write', 'customer:pii', 'kyc:run', 'account:write', 'audit:read'] },
  viewer: { sandbox: reading, live: reading },
};
