/** The books check, asked for in the console: it reads every entry there is, so one runs at a time and nobody waits for it. */
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer } from '#src/http/route.ts';
import type { SessionRequest } from '#src/http/session-route.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import { beginBooksCheck, closeLostChecks, finishBooksCheck, isRunningCheck, lastBooksCheck } from '#src/organizations/books-checks.ts';
import type { OperatorContext } from './operator-context.ts';

const keptLines = 100;

export async function readBooksCheck({ db, sources }: OperatorContext): Promise<Answer> {
  const last = await db.across('directory', lastBooksCheck);
  return success({
    available: sources.checkBooks !== null,
    last: last === null ? null : {
      checkId: last.checkId, startedBy: last.startedBy, startedAt: isoMillis(last.startedAt), finishedAt: isoMillisOrNull(last.finishedAt),
      state: last.finishedAt === null ? 'running' : last.differences === null ? 'failed' : 'done', differences: last.differences, lines: last.lines,
    },
  });
}

/** Answers at once. @throws Failure request_in_progress */
export async function startBooksCheck(ctx: OperatorContext, { session }: SessionRequest): Promise<Answer> {
  const { checkBooks } = ctx.sources;
  if (checkBooks === null) throw fail('service_unavailable', { retryAfterSeconds: 60 });
  const checkId = ctx.ids.newId('bkc');
  try {
    await ctx.db.across('directory', async (tx) => {
      await closeLostChecks(tx);
      await beginBooksCheck(tx, checkId, session.memberId);
    });
  } catch (error) {
    if (isRunningCheck(error)) throw fail('request_in_progress', { message: 'The books are being checked already.' });
    throw error;
  }
  await ctx.db.write(session.tenants.live, (tx) => recordAudit(tx, ctx.ids, { actor: session.memberId, action: 'operator.books_checked', subject: checkId, details: {} }));
  void run(ctx, checkId, checkBooks).catch((error: unknown) => ctx.log.error({ err: error, checkId }, 'checking the books failed'));
  return success({ checkId });
}

async function run({ db, log }: OperatorContext, checkId: string, checkBooks: () => Promise<string[]>): Promise<void> {
  const differences = await checkBooks().catch((error: unknown) => {
    log.error({ err: error, checkId }, 'checking the books failed');
    return null;
  });
  if (differences !== null && differences.length > 0) log.error({ checkId, differences: differences.length }, 'the books do not agree');
  await db.across('directory', (tx) => finishBooksCheck(tx, checkId, differences?.length ?? null, (differences ?? []).slice(0, keptLines)));
}
