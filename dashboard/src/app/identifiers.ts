/** What an identifier that somebody pastes may name, by its form. Pure: whether there is such a thing, the page says. */
import type { Scope } from './session.ts';

export type Named = {
  what: string;
  /** Below the environment. */
  path: string;
  scope: Scope;
};

const digits32 = '[0-9a-f]{32}';
const kinds: readonly { form: RegExp; what: string; area: string; scope: Scope }[] = [
  { form: new RegExp(`^txn_${digits32}$`), what: 'Transfer', area: 'transfers', scope: 'transfer:read' },
  { form: new RegExp(`^bat_${digits32}$`), what: 'Bulk transfer', area: 'bulk', scope: 'transfer:read' },
  { form: new RegExp(`^chk_${digits32}$`), what: 'Identity check', area: 'kyc', scope: 'kyc:read' },
  { form: new RegExp(`^evt_${digits32}$`), what: 'Event', area: 'events', scope: 'event:read' },
  { form: new RegExp(`^whk_${digits32}$`), what: 'Webhook', area: 'webhooks', scope: 'webhook:manage' },
  { form: new RegExp(`^call_${digits32}$`), what: 'Call', area: 'api-log', scope: 'webhook:manage' },
  // An account number is a NUBAN and a customer's id has ten digits as well: who looks knows which one it is.
  { form: /^\d{10}$/, what: 'Account', area: 'accounts', scope: 'account:read' },
  { form: /^[1-9]\d{9}$/, what: 'Customer', area: 'customers', scope: 'customer:read' },
];

/** Spaces inside, as account numbers are written, do not count. */
export function namedBy(text: string): Named[] {
  const id = text.trim().replaceAll(/\s/g, '');
  return kinds.filter(({ form }) => form.test(id)).map(({ what, area, scope }) => ({ what, path: `${area}/${id}`, scope }));
}
