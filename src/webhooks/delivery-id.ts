/** A delivery is one event for one endpoint; its public id is made of the two, so that nothing more is stored. */

export type DeliveryKey = { eventId: string; endpointId: string };

/** `evt_<hex>` and `whk_<hex>` → `dlv_<hex>_<hex>`. */
export function deliveryId(key: DeliveryKey): string {
  return `dlv_${key.eventId.slice('evt_'.length)}_${key.endpointId.slice('whk_'.length)}`;
}

/** The way back; null for any other text. Never throws. */
export function parseDeliveryId(text: string): DeliveryKey | null {
  const match = /^dlv_([0-9a-f]{32})_([0-9a-f]{32})$/.exec(text);
  return match === null ? null : { eventId: `evt_${match[1]}`, endpointId: `whk_${match[2]}` };
}
