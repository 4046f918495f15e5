/** What the dashboard's pages send and receive about members and their sessions. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { auditFilterQuery } from '#src/organizations/audit-query.ts';
import { memberRoles } from '#src/organizations/members.ts';
import { longestPassword, shortestPassword } from '#src/organizations/passwords.ts';
import { permissions } from '#src/organizations/permissions.ts';
import { scopes } from '#src/organizations/scopes.ts';
import { assertion } from './passkey-wire.ts';

const moment = z.iso.datetime().describe('UTC, ISO 8601.');
const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `must be ${prefix}_ and 32 hex digits`);

export const emailField = z.string().max(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address').describe('E-mail address; case does not count.');
const password = z.string().min(1).max(longestPassword).describe('The password now.');
/** Long rather than odd (NIST SP 800-63B §5.1.1.2): no rule asks for digits or signs. */
export const newPassword = z.string().min(shortestPassword).max(longestPassword)
  .refine((text) => new Set(text).size >= 5, 'must have at least 5 different characters')
  .describe(`${shortestPassword} to ${longestPassword} characters.`);
const code = z.string().regex(/^\d{6}$/, 'must have 6 digits').describe('From the authenticator app; each is good once.');
const recoveryCode = z.string().min(16).max(40).describe('One of the recovery codes; each is good once.');
export const roleField = z.enum(memberRoles).describe('What the member may do.');

export const signInBody = z.strictObject({ email: emailField, password, code: code.optional(), recoveryCode: recoveryCode.optional() });
export const stepUpBody = z.strictObject({ password: password.optional(), code: code.optional(), passkey: assertion.optional() });
export const codeBody = z.strictObject({ code });
export const changePasswordBody = z.strictObject({ currentPassword: password, newPassword });

export const csrfField = z.string().describe('For X-CSRF-Token of every call that changes something, until it is replaced.');
export const signedInData = z.strictObject({
  csrfToken: csrfField,
  member: z.strictObject({ memberId: id('mem'), email: z.string(), name: z.string().nullable(), role: roleField }),
  expiresAt: moment.describe('When the session ends at the latest; without a call it ends 30 minutes after the last one.'),
});
export const renewedData = z.strictObject({ csrfToken: csrfField });
export const sessionData = z.strictObject({
  csrfToken: csrfField,
  sessionId: id('ses'),
  member: signedInData.shape.member,
  organization: z.strictObject({ organizationId: id('org'), name: z.string(), liveApproved: z.boolean() }),
  permissions: z.array(z.enum(Object.keys(permissions))),
  scopes: z.strictObject({ test: z.array(z.enum(Object.keys(scopes))), live: z.array(z.enum(Object.keys(scopes))) }).describe('What the role may do with the calls of each environment.'),
  provedLately: z.boolean().describe('Within the last 5 minutes, so that no step-up is needed now.'),
  secondFactor: z.strictObject({ enrolled: z.boolean(), pending: z.boolean().describe('A secret waits for its first code.'), recoveryCodesLeft: z.int().min(0) }),
  passkeys: z.int().min(0).describe('How many are enrolled: each is a proof for a step-up.'),
  sandboxAheadSeconds: z.int().min(0).describe('By how much the clock of the sandbox was moved: its today is not that of live.'),
});
export const sessionsData = z.array(z.strictObject({
  sessionId: id('ses'), current: z.boolean(), device: z.string(), network: z.string().describe('Network of the address it was opened from.'), createdAt: moment, lastSeenAt: moment, expiresAt: moment,
}));
export const sessionParams = z.object({ sessionId: id('ses') });
export const endedData = z.strictObject({ ended: z.int().min(0).describe('How many sessions were ended.') });

export const enrolmentData = z.strictObject({ secret: z.string().describe('Base32, to type in; shown this once.'), otpauthUri: z.string().describe('For a QR code.') });
export const recoveryCodesData = z.strictObject({ recoveryCodes: z.array(z.string()).length(10).describe('Shown this once.') });
export const enrolledData = recoveryCodesData.extend({ csrfToken: csrfField });
export const removedFactorData = z.strictObject({ status: z.literal('removed') });

export const memberParams = z.object({ memberId: id('mem') });
export const memberData = z.strictObject({ memberId: id('mem'), email: z.string(), name: z.string().nullable(), role: roleField, secondFactor: z.boolean().describe('An authenticator app.'), passkeys: z.int().min(0), createdAt: moment, lastSignInAt: moment.nullable() });
export const changeRoleBody = z.strictObject({ role: roleField });
export const changedRoleData = z.strictObject({ memberId: id('mem'), role: roleField });
export const removedData = z.strictObject({ memberId: id('mem'), status: z.literal('removed') });

export const inviteBody = z.strictObject({ email: emailField, role: roleField });
export const invitationData = z.strictObject({ invitationId: id('inv'), email: z.string(), role: roleField, invitedBy: id('mem'), createdAt: moment, expiresAt: moment });
export const invitedData = z.strictObject({ invitationId: id('inv'), email: z.string(), role: roleField, link: z.url().describe('Shown this once; hand it to the person invited.'), expiresAt: moment });
export const invitationParams = z.object({ invitationId: id('inv') });
export const withdrawnData = z.strictObject({ invitationId: id('inv'), status: z.literal('withdrawn') });
const invitationToken = z.string().regex(/^inv_[A-Za-z0-9_-]{43}$/, 'must be what stands behind # in the link').describe('What stands behind # in the link.');
export const readInvitationBody = z.strictObject({ token: invitationToken });
export const openInvitationData = z.strictObject({ organization: z.string(), email: z.string(), role: roleField, expiresAt: moment });
export const acceptBody = z.strictObject({ token: invitationToken, name: z.string().trim().min(1).max(100).describe('As colleagues see it.'), password: newPassword });

export const signUpData = z.strictObject({ open: z.boolean().describe('Is POST /sign-up answered?') });
export const signUpBody = z.strictObject({
  organization: z.string().trim().min(2).max(100).refine((text) => /\p{L}/u.test(text), 'must have a letter').describe('Its name, as members see it.'),
  name: z.string().trim().min(1).max(100).describe('As colleagues see it.'), email: emailField, password: newPassword,
});
export const signedUpData = signedInData.extend({
  credential: z.strictObject({ clientId: z.string(), clientSecret: z.string().describe('Shown this once.') }).describe('The first one of the sandbox.'),
  accountNumber: z.string().describe('A collection account of the sandbox, with money on it.'),
});

export const auditQuery = z.object({ ...pageQuery, ...auditFilterQuery, environment: z.enum(['test', 'live']).default('live').describe('What was done to the organization itself stands in live.') });
export const auditData = z.strictObject({ auditId: id('aud'), at: moment, actor: z.string().describe('Member, credential, or the name of a worker.'), action: z.string(), subject: z.string(), details: z.record(z.string(), z.unknown()) });
