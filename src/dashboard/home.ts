/** What an environment's first page shows: figures by day, and what waits for people. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, Caller } from '#src/http/route.ts';
import { checkDays, type CheckSums, countWaitingChecks, hasChecks } from '#src/kyc/daily-figures.ts';
import { firstIdAt } from '#src/lib/ids.ts';
import { mergeHistograms, quantileSeconds } from '#src/lib/log-histogram.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { Day } from '#src/lists/day-sums.ts';
import { countWaitingTransfers, hasTransfers, transferDays, type TransferSums } from '#src/transfers/daily-figures.ts';
import { readDeliveryHealth } from '#src/webhooks/delivery-health.ts';

export const homeQuery = z.strictObject({ days: z.enum(['14', '30', '90']).optional().describe('How many days of Lagos, today included; 30 when left out.') });

const seconds = z.number().nullable().describe('Seconds from confirmation, or from the time it was scheduled for, to the end; at most a tenth off.');
const counted = z.int().nullable().describe('Counted up to 1,000; null: the role does not see it.');
const figures = { completed: z.int(), failed: z.int(), value: z.number().describe('Naira that arrived.'), p50Seconds: seconds, p95Seconds: seconds };

export const homeData = z.strictObject({
  started: z.boolean().describe('There has been a transfer or an identity check.'),
  asOf: z.string().describe('UTC, ISO 8601; figures by day are kept for a minute.'),
  transfers: z.strictObject({ ...figures, days: z.array(z.strictObject({ day: z.string().describe('YYYY-MM-DD, of Lagos, on which the transfer came to its end.'), ...figures })).describe('The oldest first.') }),
  checks: z.strictObject({
    days: z.array(z.strictObject({ day: z.string(), passed: z.int(), refused: z.int() })),
    kinds: z.array(z.strictObject({ kind: z.string(), passed: z.int(), refused: z.int(), review: z.int(), undecided: z.int().describe('By a provider\'s trouble.') })),
  }).nullable().describe('Null: the role does not see checks.'),
  webhooks: z.strictObject({ endpoints: z.int(), paused: z.int(), failing: z.int() }).nullable().describe('Null: the role does not see webhooks.'),
  waiting: z.strictObject({ checksInReview: counted, undecidedChecks: counted, transfersInReview: counted, railExceptions: counted, failedDeliveries: counted })
    .describe('What needs a person. Undecided checks and failed deliveries are those of the last seven days.'),
});
type Home = z.output<typeof homeData>;

type Figures = { transfers: Day<TransferSums>[]; checks: Day<CheckSums>[]; asOf: Date };

const keptMs = 60_000;
const keptFigures = 500;
const most = 1_000;
const lately = 7 * 86_400_000;

/** The verb, with its memory: figures of a tenant are read at most once a minute by a process, whoever asks. */
export function createHome({ db, clock }: Pick<Context, 'db' | 'clock'>): (request: { caller: Caller; query: z.output<typeof homeQuery> }) => Promise<Answer> {
  const kept = new Map<string, { at: number; figures: Promise<Figures> }>();

  function figuresOf(tenantId: string, days: number): Promise<Figures> {
    const key = `${tenantId} ${days}`;
    const now = clock.monotonicMs();
    const found = kept.get(key);
    if (found !== undefined && now - found.at < keptMs) return found.figures;
    const figures = readFigures(tenantId, days);
    kept.delete(key);
    kept.set(key, { at: now, figures });
    // What failed is asked anew by the next one.
    figures.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > keptFigures && oldest !== undefined) kept.delete(oldest);
    return figures;
  }

  async function readFigures(tenantId: string, days: number): Promise<Figures> {
    const [transfers, checks] = [await transferDays(db, tenantId, days), await checkDays(db, tenantId, days)];
    return { transfers, checks, asOf: await db.read(tenantId, async (tx) => tx.now) };
  }

  return async ({ caller: { tenantId, scopes }, query }) => {
    const { transfers, checks, asOf } = await figuresOf(tenantId, Number(query.days ?? '30'));
    const [seesChecks, seesWebhooks] = [scopes.includes('kyc:read'), scopes.includes('event:read')];
    const since = (prefix: string): string => firstIdAt(prefix, clock.now().getTime() - lately);
    const present = await db.read(tenantId, async (tx) => ({
      started: (await hasTransfers(tx)) || (await hasChecks(tx)),
      waiting: await countWaitingTransfers(tx, most),
      checks: seesChecks ? await countWaitingChecks(tx, since('chk'), most) : null,
      webhooks: seesWebhooks ? await readDeliveryHealth(tx, since('evt'), most) : null,
    }));
    const { webhooks } = present;
    return success({
      started: present.started,
      asOf: isoMillis(asOf),
      transfers: { ...figuresFrom(transfers.map(({ sums }) => sums)), days: transfers.map(({ day, sums }) => ({ day, ...figuresFrom([sums]) })) },
      checks: seesChecks ? checkFigures(checks) : null,
      webhooks: webhooks === null ? null : { endpoints: webhooks.endpoints, paused: webhooks.paused, failing: webhooks.failing },
      waiting: {
        checksInReview: present.checks?.inReview ?? null, undecidedChecks: present.checks?.undecided ?? null, transfersInReview: present.waiting.inReview,
        railExceptions: present.waiting.exceptions, failedDeliveries: webhooks?.failed ?? null,
      },
    } satisfies Home);
  };
}

function figuresFrom(sums: readonly TransferSums[]): Omit<Home['transfers'], 'days'> {
  const histogram = mergeHistograms(sums.map((each) => each.seconds));
  const shown = (q: number): number | null => {
    const exact = quantileSeconds(histogram, q);
    return exact === null ? null : Number(exact.toPrecision(3));
  };
  return {
    completed: sums.reduce((sum, each) => sum + each.completed, 0),
    failed: sums.reduce((sum, each) => sum + each.failed, 0),
    value: nairaNumber(sums.reduce((sum, each) => sum + BigInt(each.kobo), 0n)),
    p50Seconds: shown(0.5),
    p95Seconds: shown(0.95),
  };
}

type Ended = 'passed' | 'refused' | 'review' | 'undecided';

function checkFigures(days: readonly Day<CheckSums>[]): NonNullable<Home['checks']> {
  const kinds = new Map<string, Record<Ended, number>>();
  for (const { kind, ended, checks } of days.flatMap(({ sums }) => endsIn(sums))) {
    const known = kinds.get(kind) ?? { passed: 0, refused: 0, review: 0, undecided: 0 };
    kinds.set(kind, { ...known, [ended]: known[ended] + checks });
  }
  const sumOf = (sums: CheckSums, which: Ended): number => endsIn(sums).reduce((sum, { ended, checks }) => sum + (ended === which ? checks : 0), 0);
  return {
    days: days.map(({ day, sums }) => ({ day, passed: sumOf(sums, 'passed'), refused: sumOf(sums, 'refused') })),
    kinds: [...kinds].map(([kind, ends]) => ({ kind, ...ends })).toSorted((left, right) => right.passed + right.refused - left.passed - left.refused),
  };
}

function endsIn(sums: CheckSums): { kind: string; ended: Ended; checks: number }[] {
  return Object.entries(sums).map(([key, checks]) => {
    const [kind = '', outcome = ''] = key.split(' ');
    return { kind, ended: outcome === 'passed' || outcome === 'review' ? outcome : outcome === 'provider_unavailable' ? 'undecided' : 'refused', checks };
  });
}
