/**
 * Which due deliveries of a tenant are sent next. Pure. Every endpoint has its places, and a tenant its own, so that whoever hangs
 * delays only himself: endpoints take turns; one that is failing holds one place at most; and the tenant's last places are for
 * endpoints that hold none.
 */
export const placesOfTenant = 16;
export const placesOfEndpoint = 4;
/** Left to endpoints without a call in flight: three that hang with all their places cannot stop a fourth. */
const reserved = 4;

export type Queue<Delivery> = { endpointId: string; failing: boolean; /** Oldest first. */ due: readonly Delivery[] };

/** `inFlight` counts calls by endpoint. Queues come in the order of their oldest delivery. */
export function shareOut<Delivery>(queues: readonly Queue<Delivery>[], inFlight: ReadonlyMap<string, number>): Delivery[] {
  const held = new Map(inFlight);
  let free = placesOfTenant - [...held.values()].reduce((sum, count) => sum + count, 0);
  const taken: Delivery[] = [];
  for (let turn = 0; turn < placesOfEndpoint; turn += 1) {
    for (const { endpointId, failing, due } of queues) {
      const next = due[turn];
      const places = held.get(endpointId) ?? 0;
      const most = failing ? 1 : placesOfEndpoint;
      if (next === undefined || places >= most || free <= (places === 0 ? 0 : reserved)) continue;
      held.set(endpointId, places + 1);
      free -= 1;
      taken.push(next);
    }
  }
  return taken;
}
