/** What stands against an erasure. */
import type { ErrorCode } from '#src/errors.ts';
import { placeHold } from '#src/privacy/legal-hold.ts';
import { openCustomer, succeed } from '#tests/journeys/payer.ts';
import type { Provocation } from './provocations.ts';

export const erasureProvocations: Partial<Record<ErrorCode, Provocation>> = {
  erasure_held: async ({ app, tenant, sample, send }) => {
    const made = await sample();
    await placeHold(app.app.ctx, { tenantId: tenant.tenantId, customerId: made.ids['customerId'] ?? '', by: 'operator', reason: 'Provocation' });
    return send(made);
  },
  erasure_refused: async ({ tenant, send }) => send({ path: `/customer/${await openCustomer(tenant)}/erase`, body: { reason: 'Provocation' }, ids: {} }),
};

/** The account of somebody who was erased. */
export const closedAccount: Provocation = async ({ tenant, sample, send }) => {
  const made = await sample();
  const customerId = made.payer?.customerId;
  await succeed(tenant.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Provocation' }));
  await succeed(tenant.call('POST', `/customer/${customerId}/erase`, { reason: 'Provocation' }));
  return send(made);
};
