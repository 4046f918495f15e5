import { z } from 'zod';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { openRoute, type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import type { Permission } from '#src/organizations/permissions.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { accept, invite, readInvitations, readOpenInvitation, withdraw } from './invite.ts';
import { changeMemberRole, readMembers, removeMember } from './manage-members.ts';
import { auditMedia, readAudit } from './read-audit.ts';
import {
  acceptBody, auditData, auditQuery, changedRoleData, changeRoleBody, invitationData, invitationParams, invitedData, inviteBody, memberData, memberParams, openInvitationData, readInvitationBody,
  removedData, signedInData, withdrawnData,
} from './wire.ts';

const tag = 'Members';
const needs = (permission: Permission) => ({ permission });
const hex = '0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const at = '2026-11-21T09:30:00.123Z';
const person = { email: 'bello@kano.example', role: 'developer' };
const member = { memberId: `mem_${hex}`, ...person, name: 'Bello Sani', secondFactor: true, passkeys: 1, createdAt: at, lastSignInAt: at };
const invitation = { invitationId: `inv_${hex}`, ...person, expiresAt: '2026-11-28T09:30:00.123Z' };
const token = 'inv_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

export function memberRoutes(ctx: DashboardContext): SessionRoute[] {
  return [...memberListRoutes(ctx), ...invitationRoutes(ctx), ...openInvitationRoutes(ctx), auditRoute(ctx)];
}

function memberListRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/members', operationId: 'listMembers', tag, access: needs('members:read'),
      summary: 'List members',
      description: 'Everybody who can sign in to the organization, the oldest first.',
      data: z.array(memberData),
      responseExample: { summary: 'One', value: [member] },
      errors: [],
      handle: (request) => readMembers(ctx, request),
    }),
    sessionRoute({
      method: 'PATCH', path: '/members/{memberId}', operationId: 'changeMemberRole', tag, access: needs('members:manage'), stepUp: true,
      summary: 'Change a member\'s role',
      description: 'Bites with the member\'s next call, and withdraws what they invited to roles that the new one may not give. Only an owner makes owners, or something else of one; the last owner stays.',
      params: memberParams, body: changeRoleBody, data: changedRoleData,
      requestExample: { summary: 'Operations', value: { role: 'operations' } },
      responseExample: { summary: 'Changed', value: { memberId: member.memberId, role: 'operations' } },
      errors: ['last_owner'],
      handle: (request) => changeMemberRole(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/members/{memberId}', operationId: 'removeMember', tag, access: needs('members:manage'), stepUp: true,
      summary: 'Remove a member',
      description: 'Ends their sessions and withdraws what they invited. Credentials belong to the organization and stay. Only an owner removes owners; the last owner stays.',
      params: memberParams, data: removedData,
      responseExample: { summary: 'Removed', value: { memberId: member.memberId, status: 'removed' } },
      errors: ['last_owner'],
      handle: (request) => removeMember(ctx, request),
    }),
  ];
}

function invitationRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    sessionRoute({
      method: 'GET', path: '/invitations', operationId: 'listInvitations', tag, access: needs('members:read'),
      summary: 'List open invitations',
      description: 'Those that can still be accepted, the latest first, without their links.',
      data: z.array(invitationData),
      responseExample: { summary: 'One', value: [{ ...invitation, invitedBy: member.memberId, createdAt: at }] },
      errors: [],
      handle: (request) => readInvitations(ctx, request),
    }),
    sessionRoute({
      method: 'POST', path: '/invitations', operationId: 'invite', tag, access: needs('members:manage'), stepUp: true,
      summary: 'Invite somebody',
      description: 'Answers a link that is good once, for 7 days, shown this once; no message is sent. Only an owner invites owners.',
      body: inviteBody, data: invitedData,
      requestExample: { summary: 'A developer', value: person },
      responseExample: { summary: 'Invited', value: { ...invitation, link: `https://teller.example.com/dashboard/invitation#${token}` } },
      errors: ['member_exists', 'limit_exceeded'],
      handle: (request) => invite(ctx, request),
    }),
    sessionRoute({
      method: 'DELETE', path: '/invitations/{invitationId}', operationId: 'withdrawInvitation', tag, access: needs('members:manage'),
      summary: 'Withdraw an invitation',
      description: 'Its link is worth nothing from then on.',
      params: invitationParams, data: withdrawnData,
      responseExample: { summary: 'Withdrawn', value: { invitationId: invitation.invitationId, status: 'withdrawn' } },
      errors: ['invitation_not_found'],
      handle: (request) => withdraw(ctx, request),
    }),
  ];
}

function openInvitationRoutes(ctx: DashboardContext): SessionRoute[] {
  return [
    openRoute({
      method: 'POST', path: '/invitations/read', operationId: 'readInvitation', tag, access: 'anyone',
      summary: 'What an invitation is to',
      description: 'For the page behind the link. A POST, so that the token stands in no log of paths; it changes nothing.',
      body: readInvitationBody, data: openInvitationData,
      requestExample: { summary: 'The link\'s token', value: { token } },
      responseExample: { summary: 'Open', value: { organization: 'Kano Fintech', ...person, expiresAt: invitation.expiresAt } },
      errors: ['invitation_not_found'],
      handle: (request) => readOpenInvitation(ctx, request),
    }),
    openRoute({
      method: 'POST', path: '/invitations/accept', operationId: 'acceptInvitation', tag, access: 'anyone',
      summary: 'Accept an invitation',
      description: 'Makes the member with this name and password, and signs them in: sets the session\'s cookie.',
      body: acceptBody, data: signedInData,
      requestExample: { summary: 'Name and password', value: { token, name: 'Bello Sani', password: 'several unrelated words' } },
      responseExample: { summary: 'Accepted', value: { csrfToken: 'qk3W2u0cX8s1mYv6Zb9tRf4hJd7nLpAeGiKoUwExample', member: { memberId: member.memberId, ...person, name: member.name }, expiresAt: at } },
      errors: ['invitation_not_found', 'member_exists'],
      handle: (request) => accept(ctx, request),
    }),
  ];
}

function auditRoute(ctx: DashboardContext): SessionRoute {
  return sessionRoute({
    method: 'GET', path: '/audit', operationId: 'listAudit', tag: 'Audit', access: needs('audit:read'),
    summary: 'Read the audit log',
    description: 'Who changed what, newest first, in one environment: members, sessions and live credentials stand in live. With `Accept: text/csv` the whole of what is asked for, whatever the page.',
    query: auditQuery, otherMedia: auditMedia, data: z.array(auditData), envelope: pageEnvelope,
    responseExample: { summary: 'One entry', value: onePageExample([{ auditId: `aud_${hex}`, at, actor: member.memberId, action: 'credential.added', subject: `crd_${hex}`, details: { scopes: ['transfer:read'] } }]) },
    errors: [],
    handle: (request) => readAudit(ctx, request),
  });
}
