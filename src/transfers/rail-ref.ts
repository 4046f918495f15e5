/** The reference of a payment on the wire: 30 digits in NIP form, unique for ever. */
import type { Context } from '#src/context.ts';
import { nipSessionId } from '#src/lib/time.ts';

export function drawRailRef({ config, clock, ids }: Pick<Context, 'config' | 'clock' | 'ids'>): string {
  return nipSessionId(config.operator.nipCode, clock.now(), ids.uniqueDigits(12));
}
