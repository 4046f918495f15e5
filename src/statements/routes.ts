import type { Context } from '#src/context.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { createSpool } from '#src/http/spool.ts';
import { readStatement, statementMedia } from './read-statement.ts';
import { statementBody, statementData, statementExample } from './wire.ts';

/** Each holds a connection and a core while it is made. */
const documentsAtOnce = 4;

export function statementRoutes(ctx: Context): Route[] {
  const spool = createSpool(documentsAtOnce);
  return [
    route({
      method: 'POST', path: '/account/statement', operationId: 'readStatement', tag: 'Accounts', scope: 'account:read', otherMedia: statementMedia,
      summary: 'Read an account\'s statement',
      description: 'Balances before and after a period of Lagos days, and every booked entry in it with the balance after it; charges are entries of their own. '
        + 'Opening balance plus entries is the closing balance. Money held for transfers on their way is not booked yet. JSON comes in pages; '
        + '`Accept: text/csv` and `Accept: application/pdf` answer the whole period. At most 366 days.',
      body: statementBody, data: statementData, envelope: pageEnvelope,
      requestExample: { summary: 'November', value: { accountNumber: '2000000013', startDate: '2026-11-01', endDate: '2026-11-30', page: 1, pageSize: 100 } },
      responseExample: { summary: 'One credit, one transfer with its charges', value: { statusCode: '00', message: 'Successful', data: statementExample, errors: [], currentPage: 1, pageSize: 100, previousPage: 0, total: 4 } },
      errors: ['account_not_found'],
      handle: (request) => readStatement(ctx, spool, request),
    }),
  ];
}
