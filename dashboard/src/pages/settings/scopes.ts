/** What a credential may be allowed, in groups as people think of them. `customer:pii` is never given unless somebody ticks it. */
import type { Data } from '@/api/client.ts';

export type Scope = Data<'readSession'>['scopes']['test'][number];

export const scopeGroups: readonly (readonly [string, readonly (readonly [Scope, string])[]])[] = [
  ['Customers', [['customer:read', 'Read profiles'], ['customer:write', 'Create, upgrade, enable and disable'], ['customer:pii', 'Read BVN and NIN unmasked'], ['kyc:run', 'Run identity checks'], ['kyc:read', 'Read identity checks']]],
  ['Money', [['account:read', 'Read accounts and balances'], ['account:write', 'Generate and restrict accounts'], ['transfer:read', 'Read transfers, banks and names'], ['transfer:initiate', 'Ask for names and initiate transfers'], ['transfer:validate', 'Confirm transfers with an OTP'], ['otp:use', 'Request and validate OTPs']]],
  ['Integration', [['webhook:manage', 'Manage webhooks, read deliveries'], ['event:read', 'Read events'], ['event:write', 'Send events of your own'], ['audit:read', 'Read the audit log'], ['sandbox:control', 'Use the sandbox controls']]],
];

export const everyScope: readonly Scope[] = scopeGroups.flatMap(([, scopes]) => scopes.map(([scope]) => scope));
export const usualScopes: readonly Scope[] = everyScope.filter((scope) => scope !== 'customer:pii');

export function isScope(text: string): text is Scope {
  return everyScope.some((scope) => scope === text);
}
