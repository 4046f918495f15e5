/**
 * Whether a bank answers, from what the rail said about it of late. Pure.
 *
 * Counted are the last 5 minutes where they hold at least 3 answers and failures together, so that a bank which came back shows it soon;
 * else the last 15. `unavailable`: at least 3 failures, and at least 4 of 5 failed. `degraded`: at least 1 of 5 failed.
 * `unknown`: nobody was asked.
 */
export type Availability = {
  status: 'available' | 'degraded' | 'unavailable' | 'unknown';
  /** Definite answers, refusals too, and failures, since `since`. */
  answered: number;
  failed: number;
  /** Start of the minute from which they are counted; null when nothing was. */
  since: Date | null;
  /** Of the last hour. */
  lastAnsweredAt: Date | null;
};

/** One minute of one bank. */
export type MinuteOfAnswers = { minute: Date; answered: number; failed: number; lastAnsweredAt: Date | null };

export const keptMinutes = 60;

const recentMinutes = 5;
const windowMinutes = 15;
const enough = 3;

export const unknownAvailability: Availability = { status: 'unknown', answered: 0, failed: 0, since: null, lastAnsweredAt: null };

export function availabilityOf(minutes: readonly MinuteOfAnswers[], now: Date): Availability {
  const lastAnsweredAt = latest(minutes.flatMap((minute) => minute.lastAnsweredAt ?? []));
  const within = (span: number): MinuteOfAnswers[] => minutes.filter(({ minute }) => minute.getTime() > now.getTime() - span * 60_000);
  const recent = sumOf(within(recentMinutes));
  const counted = recent.answered + recent.failed >= enough ? recent : sumOf(within(windowMinutes));
  return { status: statusOf(counted), ...counted, lastAnsweredAt };
}

function statusOf({ answered, failed }: { answered: number; failed: number }): Availability['status'] {
  const all = answered + failed;
  if (all === 0) return 'unknown';
  if (failed >= enough && failed * 5 >= all * 4) return 'unavailable';
  return failed * 5 >= all ? 'degraded' : 'available';
}

function sumOf(minutes: readonly MinuteOfAnswers[]): { answered: number; failed: number; since: Date | null } {
  const times = minutes.map(({ minute }) => minute.getTime());
  return {
    answered: minutes.reduce((sum, minute) => sum + minute.answered, 0),
    failed: minutes.reduce((sum, minute) => sum + minute.failed, 0),
    since: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

function latest(dates: readonly Date[]): Date | null {
  return dates.length === 0 ? null : new Date(Math.max(...dates.map((date) => date.getTime())));
}
