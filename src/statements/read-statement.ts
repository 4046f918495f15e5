/** Answers a statement: a page of it as JSON, or the whole of it as CSV or PDF. */
import type { z } from 'zod';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import type { Spool } from '#src/http/spool.ts';
import { readEntryPage } from '#src/ledger/entries.ts';
import { readLists } from '#src/lists/marks.ts';
import { pageAt, pagingFields } from '#src/lib/paging.ts';
import { writeCsvStatement } from './csv-statement.ts';
import { describeEntries } from './lines.ts';
import { writePdfStatement } from './pdf-statement.ts';
import { openStatement, type StatementRequest, writeStatement } from './statement.ts';
import { readPeriod, type statementBody, toStatementData } from './wire.ts';

export const statementMedia = ['text/csv', 'application/pdf'] as const;

type Request = RouteRequest<z.output<typeof statementBody>>;

export async function readStatement(ctx: Context, spool: Spool, request: Request): Promise<Answer> {
  const { accountNumber, startDate, endDate } = request.body;
  const wanted: StatementRequest = { accountNumber, startDate, endDate, period: readPeriod(request.body) };
  const media = preferredMedia(request.headers['accept'], statementMedia);
  if (media === null) return readPage(ctx, request, wanted);
  // A document is not kept for its requestId: asking again makes it anew.
  const stream = await spool.fill((write) => writeStatement(ctx, request.caller.tenantId, wanted, (statement, lines) =>
    media === 'text/csv' ? writeCsvStatement(statement, lines, write) : writePdfStatement(statement, lines, ctx.config.operator.name, write)));
  const name = `statement-${accountNumber}-${startDate}-${endDate}.${media === 'text/csv' ? 'csv' : 'pdf'}`;
  return { httpStatus: 200, body: '', stream, contentType: media === 'text/csv' ? `${media}; charset=utf-8` : media, headers: { 'content-disposition': `attachment; filename="${name}"` } };
}

/** Read first, in its own snapshot; the answer is then kept for the requestId. */
async function readPage(ctx: Context, request: Request, wanted: StatementRequest): Promise<Answer> {
  const page = pageAt(request.body.page, request.body.pageSize);
  return ctx.requests.around(
    request,
    request.body,
    () => readLists(ctx.db, request.caller.tenantId, 'snapshot', async (tx) => {
      const statement = await openStatement(tx, wanted);
      const entries = await readEntryPage(tx, wanted.accountNumber, wanted.period, page);
      const balanced = entries.map((entry) => ({ ...entry, balanceKobo: statement.totals.openingKobo + entry.sumKobo }));
      const lines = await describeEntries(tx, wanted.accountNumber, balanced);
      return success(toStatementData(statement, lines), { extra: pagingFields(page, statement.totals.entries) });
    }),
    async (_tx, answer: Answer) => answer,
  );
}
