/** The roles of members, in the order in which they are offered, and what each may do. */
export const roles = ['owner', 'admin', 'developer', 'operations', 'compliance', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const roleMay: Readonly<Record<Role, string>> = {
  owner: 'Everything. Only an owner makes owners, or something else of one.',
  admin: 'Everything, but not make, change or remove owners.',
  developer: 'Tries every call in the sandbox and makes test credentials. In live sees transfers and events, and manages webhooks.',
  operations: 'Works at the counter in both environments: customers, accounts, transfers. Manages nobody, and no credentials.',
  compliance: 'Sees everything of a customer, personal numbers too, runs and decides identity checks, restricts accounts, and reads the audit log.',
  viewer: 'Looks at customers, checks, accounts, transfers and events, and changes nothing.',
};
