import type { Context } from '#src/context.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { createHome, homeData, homeQuery } from './home.ts';
import { environmentRoute } from './in-environment.ts';

const figures = { completed: 1_204, failed: 31, value: 48_210_500.25, p50Seconds: 1.3, p95Seconds: 6.7 };

export function homeRoutes(ctx: Pick<Context, 'db' | 'clock' | 'ids'>): SessionRoute[] {
  const home = createHome(ctx);
  return [
    environmentRoute(ctx.ids, {
      method: 'GET', path: '/home', operationId: 'readHome', tag: 'Home', scope: 'transfer:read',
      summary: 'Read an environment\'s figures and what waits for people',
      description: 'Transfers by the day of Lagos on which they came to their end, how checks ended, how webhooks do, and what needs a person. Figures by day are kept for a minute; what waits is read each time.',
      query: homeQuery, data: homeData,
      responseExample: {
        summary: 'One day',
        value: {
          started: true, asOf: '2026-11-21T09:30:00.123Z', transfers: { ...figures, days: [{ day: '2026-11-21', ...figures }] },
          checks: { days: [{ day: '2026-11-21', passed: 90, refused: 10 }], kinds: [{ kind: 'bvn', passed: 90, refused: 10, review: 0, undecided: 1 }] },
          webhooks: { endpoints: 2, paused: 0, failing: 0 },
          waiting: { checksInReview: 3, undecidedChecks: 1, transfersInReview: 0, railExceptions: 0, failedDeliveries: 0 },
        },
      },
      errors: [],
      handle: home,
    }),
  ];
}
