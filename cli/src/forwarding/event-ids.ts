/** Ids of events are in the order of time (RFC 9562, version 7): `evt_` and 32 hex digits, the first twelve of which are milliseconds. */

export const eventId = /^evt_[0-9a-f]{32}$/;

/** A cursor before every event of that moment and later. */
export function cursorAt(moment: Date): string {
  return `evt_${moment.getTime().toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
}

/** A cursor right before this event: what comes next in the list is the event itself. */
export function cursorBefore(id: string): string {
  const number = BigInt(`0x${id.slice('evt_'.length)}`);
  return `evt_${(number === 0n ? number : number - 1n).toString(16).padStart(32, '0')}`;
}
