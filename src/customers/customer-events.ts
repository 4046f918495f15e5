/** What is told of a change of a profile. A company is a customer too: `customer.*` tells of both, `business.*` of companies alone. An erasure is of people, and has no twin. */
import type { NewEvent } from '#src/events/emit.ts';

type CustomerEvent = Exclude<Extract<NewEvent, { kind: `customer.${string}` }>, { kind: 'customer.erased' }>;

/** The event, and of a company its twin. Pure. */
export function customerEvents(classType: string, event: CustomerEvent): NewEvent[] {
  if (classType !== 'BUSINESS') return [event];
  switch (event.kind) {
    case 'customer.created':
      return [event, { ...event, kind: 'business.created' }];
    case 'customer.updated':
      return [event, { ...event, kind: 'business.updated' }];
    case 'customer.status_changed':
      return [event, { ...event, kind: 'business.status_changed' }];
    case 'customer.tier_changed':
      return [event, { ...event, kind: 'business.tier_changed' }];
  }
}
