import { z } from 'zod';
import { isNetwork } from '#src/organizations/networks.ts';
import { scopes } from '#src/organizations/scopes.ts';

const moment = z.iso.datetime();
const credentialId = z.string().regex(/^crd_[0-9a-f]{32}$/, 'must be crd_ and 32 hex digits');
const name = z.string().trim().min(1).max(100).describe('For people.');
const scopeList = z.array(z.enum(Object.keys(scopes))).min(1).refine((list) => new Set(list).size === list.length, 'must name each scope once');
const networkList = z.array(z.string().max(50).refine(isNetwork, 'must be an address or a network, such as 203.0.113.0/24')).max(50).describe('Networks it may be used from; none: from everywhere.');

export const createCredentialBody = z.strictObject({
  name, scopes: scopeList.optional().describe('What it may do; everything but customer:pii when left out.'), networks: networkList.default([]),
});
export const changeCredentialBody = z.strictObject({
  name: name.optional(), scopes: scopeList.optional(), networks: networkList.optional(),
  requestsPerSecond: z.int().min(1).max(200).optional().describe('It may make twice as many at once.'),
  kycPerMinute: z.int().min(1).max(60).optional().describe('Identity checks.'),
});
export const rotateCredentialBody = z.strictObject({ overlapHours: z.int().min(0).max(72).default(24).describe('How long both secrets work; with 0 the tokens in use end too.') });
export const credentialParams = z.object({ credentialId });

export const credentialData = z.strictObject({
  credentialId, clientId: z.string(), name: z.string(), scopes: z.array(z.string()), networks: z.array(z.string()), requestsPerSecond: z.int(), kycPerMinute: z.int(),
  status: z.enum(['active', 'revoked']), createdAt: moment, lastUsedAt: moment.nullable().describe('When a token was last made with it.'), revokedAt: moment.nullable(),
  rotation: z.strictObject({ rotatedAt: moment, previousSecretUntil: moment.nullable(), previousSecretUsedAt: moment.nullable() }).nullable()
    .describe('Null before the first one; previousSecretUntil while the secret before works too, previousSecretUsedAt when it last did.'),
});
export const shownSecretData = credentialData.extend({ clientSecret: z.string().describe('Shown this once.') });
export const credentialsData = z.strictObject({ test: z.array(credentialData), live: z.array(credentialData), liveApproved: z.boolean().describe('May the organization make live credentials itself?'), liveConfigured: z.boolean().describe('Is this service connected to a rail and an identity provider? Live answers 503 without.') });
