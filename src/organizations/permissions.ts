/** What each role may do in the dashboard. Every signed-in member may besides care for their own session, password and second factor. */
import type { MemberRole } from './members.ts';

export const permissions = {
  'members:read': 'See members and invitations.',
  'members:manage': 'Invite and remove members, and change their roles.',
  'credentials:read': 'See API credentials, without their secrets.',
  'credentials:test': 'Create, rotate, change and revoke test credentials.',
  'credentials:live': 'Create, rotate, change and revoke live credentials.',
  'audit:read': 'Read the audit log.',
} as const;

export type Permission = keyof typeof permissions;

const all: readonly Permission[] = ['members:read', 'members:manage', 'credentials:read', 'credentials:test', 'credentials:live', 'audit:read'];

/** Only an owner makes owners, and takes the role from one: the one difference between owner and admin. */
export const rolePermissions: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: all,
  admin: all,
  developer: ['members:read', 'credentials:read', 'credentials:test'],
  operations: ['members:read', 'credentials:read'],
  compliance: ['members:read', 'credentials:read', 'audit:read'],
  viewer: ['members:read'],
};
