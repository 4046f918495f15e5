/** What is asked: every list, on its first, a middle and its last page, each of its filters, and single reads. */
import { batchOf } from '#tests/models/many-batches.ts';
import { accountOf, customerIdOf, familyOf, inboxOf, payingAccount, phoneOf } from '#tests/models/many-customers.ts';

/** One tenant that was filled. */
export type Filled = { transfers: number; customers: number; endpointId: string };

export type Case = {
  name: string;
  /** The path; for a list of pages without page and pageSize. */
  path(filled: Filled): string;
  /** Which page, as a share of all there are; null: no pages. */
  place: number | null;
  body?(filled: Filled): Record<string, unknown>;
};

const busyAccount = '9900000000';
/** When a transfer of this number began. */
const timeOf = (number: number): string => new Date(Date.parse('2026-02-28T23:00:00Z') + Math.floor(number) * 7_000).toISOString();
const days = { from: '2026-03-01', to: '2026-03-02' };

const lists: readonly { name: string; path(filled: Filled): string }[] = [
  { name: 'customers', path: () => '/customer/profiles' },
  { name: 'customers, Inactive', path: () => '/customer/profiles?status=Inactive' },
  { name: 'customers, Tier 2', path: () => '/customer/profiles?kycTier=2' },
  { name: 'customers, BUSINESS (none)', path: () => '/customer/profiles?classType=BUSINESS' },
  { name: 'customers, one day', path: () => '/customer/profiles?createdFrom=2026-02-01&createdTo=2026-02-01' },
  { name: 'customers by family name', path: () => `/customer/profiles?search=${familyOf(7)}` },
  { name: 'customers by two names', path: () => `/customer/profiles?search=${familyOf(7)}%20Halima` },
  { name: 'customers by phone', path: () => `/customer/profiles?search=${phoneOf(7)}` },
  { name: 'customers by e-mail', path: () => `/customer/profiles?search=${customerIdOf(7)}%40example.com` },
  { name: 'accounts', path: () => '/accounts' },
  { name: 'accounts, current', path: () => '/accounts?type=current' },
  { name: 'accounts, virtual (none)', path: () => '/accounts?type=virtual' },
  { name: 'accounts of a customer', path: () => `/accounts?customerId=${customerIdOf(1)}` },
  { name: 'transfers', path: () => '/transfers' },
  { name: 'transfers, PENDING', path: () => '/transfers?status=PENDING' },
  { name: 'transfers, SUCCESS', path: () => '/transfers?status=SUCCESS' },
  { name: 'transfers, FAILED', path: () => '/transfers?status=FAILED' },
  { name: 'transfers, REVERSED', path: () => '/transfers?status=REVERSED' },
  { name: 'transfers of an account', path: () => '/transfers?accountNumber=9900000009' },
  { name: 'transfers of a busy account', path: () => `/transfers?accountNumber=${busyAccount}` },
  { name: 'transfers of a busy account, FAILED', path: () => `/transfers?accountNumber=${busyAccount}&status=FAILED` },
  { name: 'transfers of a customer', path: () => `/transfers?customerId=${customerIdOf(1)}` },
  { name: 'transfers of half a day', path: () => '/transfers?from=2026-03-01T00:00:00Z&to=2026-03-01T03:00:00Z' },
  { name: 'transfers since the first day', path: () => '/transfers?from=2026-03-01' },
  { name: 'transfers, stage expired', path: () => '/transfers?stage=expired' },
  { name: 'transfers, stage cancelled (none)', path: () => '/transfers?stage=cancelled' },
  { name: 'transfers scheduled', path: () => '/transfers?scheduledFrom=2026-03-01' },
  { name: 'bulk transfers', path: () => '/transfer/bulk' },
  { name: 'bulk transfers, completed', path: () => '/transfer/bulk?state=completed' },
  { name: 'bulk transfers, ready (none)', path: () => '/transfer/bulk?state=ready' },
  { name: 'payments of a bulk transfer', path: () => `/transfer/bulk/${batchOf(1)}/items` },
  { name: 'beneficiaries', path: () => `/customer/${customerIdOf(1)}/beneficiaries` },
  { name: 'restrictions of an account', path: () => `/account/${payingAccount}/restrictions` },
  { name: 'checks', path: () => '/kyc/checks' },
  { name: 'checks, face', path: () => '/kyc/checks?kind=face' },
  { name: 'checks, name_mismatch', path: () => '/kyc/checks?outcome=name_mismatch' },
  { name: 'checks of a customer', path: () => `/kyc/checks?customerId=${customerIdOf(1)}` },
  { name: 'deliveries', path: ({ endpointId }) => `/webhooks/${endpointId}/deliveries` },
  { name: 'deliveries, delivered', path: ({ endpointId }) => `/webhooks/${endpointId}/deliveries?status=delivered` },
  { name: 'deliveries, failed', path: ({ endpointId }) => `/webhooks/${endpointId}/deliveries?status=failed` },
  { name: 'deliveries, pending (none)', path: ({ endpointId }) => `/webhooks/${endpointId}/deliveries?status=pending` },
  { name: 'messages', path: () => '/sandbox/messages' },
  { name: 'messages of an account', path: () => `/sandbox/messages?accountNumber=${accountOf(7)}` },
  { name: 'messages of a busy account', path: () => `/sandbox/messages?accountNumber=${accountOf(inboxOf)}` },
];

const singles: readonly Case[] = [
  { name: 'events, first', path: () => '/events', place: null },
  { name: 'events, from the middle', path: ({ transfers }) => `/events?after=evt_${(transfers * 4).toString(16).padStart(32, '0')}`, place: null },
  { name: 'a profile', path: () => `/customer/profile/${customerIdOf(7)}`, place: null },
  { name: 'limits of a customer', path: () => `/limits/${customerIdOf(7)}`, place: null },
  { name: 'an account with its balance', path: () => `/account/${busyAccount}`, place: null },
  { name: 'a balance of long ago', path: () => `/account/${busyAccount}?asOf=2026-03-01T06:00:00Z`, place: null },
  { name: 'a balance of yesterday', path: ({ transfers }) => `/account/${busyAccount}?asOf=${timeOf(transfers * 0.95)}`, place: null },
  { name: 'a transfer', path: () => `/transfer/txn_${(77).toString(16).padStart(32, '0')}`, place: null },
  { name: 'status of a transfer', path: () => `/transfer/status/txn_${(77).toString(16).padStart(32, '0')}`, place: null },
  { name: 'a check', path: () => `/kyc/checks/chk_${(77).toString(16).padStart(32, '0')}`, place: null },
  ...[{ name: 'statement of a busy account, a day', endDate: days.to, page: 1 }, { name: 'statement of a busy account, all', endDate: '2026-11-20', page: 1 }, { name: 'statement of a busy account, all, page 5', endDate: '2026-11-20', page: 5 }]
    .map(({ name, endDate, page }): Case => ({ name, path: () => '/account/statement', place: null, body: () => ({ accountNumber: busyAccount, startDate: '2026-02-01', endDate, page, pageSize: 100 }) })),
];

export const cases: readonly Case[] = [
  ...lists.flatMap(({ name, path }): Case[] => [['first page', 0], ['middle', 0.5], ['last page', 1]].map(([where, place]) => ({ name: `${name}: ${String(where)}`, path, place: Number(place) }))),
  ...singles,
];

