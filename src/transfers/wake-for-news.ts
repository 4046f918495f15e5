import type { Context } from '#src/context.ts';

/** After the commit of events: wakes who delivers them, where an endpoint selected one, and the open streams in any case. */
export function wakeForNews(ctx: Pick<Context, 'wake'>, { events, deliveries }: { events: readonly unknown[]; deliveries: number }): void {
  if (events.length > 0) ctx.wake(deliveries > 0 ? 'webhook_delivery' : 'event');
}
