/** What a credential may do. `customer:pii` lifts the masking of personal numbers, so it is never given by default. */
export const scopes = {
  'customer:read': 'Read customer profiles.',
  'customer:write': 'Create, enable, disable and upgrade customers.',
  'customer:pii': 'Read BVN and NIN unmasked.',
  'kyc:run': 'Run identity checks.',
  'kyc:read': 'Read the records of identity checks.',
  'account:read': 'Read accounts and balances.',
  'account:write': 'Generate and restrict accounts.',
  'transfer:read': 'Read transfers, banks and names.',
  'transfer:initiate': 'Make name enquiries and initiate transfers.',
  'transfer:validate': 'Confirm transfers with an OTP.',
  'otp:use': 'Request and validate OTPs.',
  'webhook:manage': 'Manage webhooks and read deliveries.',
  'event:read': 'Read events.',
  'event:write': 'Send events of your own.',
  'audit:read': 'Read the audit log: who changed what, and who read personal numbers.',
  'sandbox:control': 'Use the sandbox controls.',
} as const;

export type ScopeName = keyof typeof scopes;

export const defaultScopes: readonly string[] = Object.keys(scopes).filter((scope) => scope !== 'customer:pii');

export function isScope(name: string | undefined): name is ScopeName {
  return name !== undefined && Object.hasOwn(scopes, name);
}
