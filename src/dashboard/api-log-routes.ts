/** The log of calls as pages show it: what was called, what was answered, and what a refusal means. */
import { z } from 'zod';
import { type CallSummary, searchCalls, selectCall } from '#src/api-log/calls.ts';
import { catalogue, fail, isErrorCode } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { SessionRoute } from '#src/http/session-route.ts';
import { isRecord } from '#src/lib/assert.ts';
import { madeAt } from '#src/lib/ids.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { DashboardContext } from './dashboard-context.ts';
import { environmentRoute } from './in-environment.ts';

const tag = 'Log of calls';
/** Of whoever builds and looks after the integration, in live too. */
const scope = 'webhook:manage';
const hex = '0199d4e0c1f07c3fa1b2c3d4e5f60718';
const pageSize = 50;
const callId = z.string().regex(/^call_[0-9a-f]{32}$/, 'must be call_ and 32 hex digits');

const summaryData = z.strictObject({
  callId: z.string(), at: z.string().describe('When its answer was sent.'), requestId: z.string(), operation: z.string(), method: z.string(), path: z.string().describe('Below the root; <name> stands for what is not kept.'),
  httpStatus: z.int(), code: z.string().nullable().describe('The first error code; null for a success.'), latencyMs: z.int(), credentialId: z.string(),
});
const explained = z.strictObject({ code: z.string(), field: z.string().nullable(), message: z.string(), fix: z.string(), retryable: z.boolean() });
const summary: z.output<typeof summaryData> = {
  callId: `call_${hex}`, at: '2026-11-21T09:30:40.420Z', requestId: '7d0f2f3c-62a1-4f0e-9f4a-5b1c3c1f0a11', operation: 'enquireName', method: 'POST', path: '/transfer/name-enquiry', httpStatus: 404,
  code: 'account_not_found', latencyMs: 41, credentialId: `crd_${hex}`,
};

const toSummary = ({ callId: id, requestId, operation, method, path, httpStatus, code, latencyMs, credentialId }: CallSummary): z.output<typeof summaryData> =>
  ({ callId: id, at: isoMillis(madeAt(id)), requestId, operation, method, path, httpStatus, code, latencyMs, credentialId });

export function apiLogRoutes({ db, ids }: Pick<DashboardContext, 'db' | 'ids'>): SessionRoute[] {
  return [
    environmentRoute(ids, {
      method: 'GET', path: '/api-log', operationId: 'searchApiCalls', tag, scope,
      summary: 'Look through the log of calls',
      description: `Newest first, ${pageSize} at a time; calls with a token, not those of these pages. A search looks at 5,000 calls at most: \`next\` says where to go on, also when few were found.`,
      query: z.strictObject({
        requestId: z.string().min(1).max(128).optional().describe('Exactly this one.'), operation: z.string().min(1).max(64).optional(), outcome: z.enum(['refused', 'answered']).optional(),
        credentialId: z.string().min(1).max(64).optional(), before: callId.optional().describe('`next` of the answer before.'),
      }),
      data: z.array(summaryData), envelope: { next: z.string().nullable().describe('Send it as `before`; null when nothing older is left.') },
      responseExample: { summary: 'One refusal', value: { statusCode: '00', message: 'Successful', data: [summary], errors: [], next: null } },
      errors: [],
      handle: async ({ caller, query }) => {
        const { requestId = null, operation = null, outcome = null, credentialId = null, before = null } = query;
        const { calls, next } = await db.read(caller.tenantId, (tx) => searchCalls(tx, { requestId, operation, outcome, credentialId, before, limit: pageSize }));
        return success(calls.map(toSummary), { extra: { next } });
      },
    }),
    environmentRoute(ids, {
      method: 'GET', path: '/api-log/{callId}', operationId: 'readApiCall', tag, scope,
      summary: 'Read a call of the log',
      description: 'With what is left of its bodies, and what each refusal means and asks for.',
      params: z.object({ callId }),
      data: summaryData.extend({
        request: z.unknown().describe('Redacted; null when there was none, or it was too large.'), answer: z.unknown().describe('Redacted; of a refusal its codes and fields.'),
        errors: z.array(explained),
      }),
      responseExample: {
        summary: 'A refusal',
        value: {
          ...summary, request: { accountNumber: '0000000011', bankCode: '058' }, answer: { statusCode: '07', errors: [{ code: 'account_not_found', field: null }] },
          errors: [{ code: 'account_not_found', field: null, message: catalogue.account_not_found.message, fix: catalogue.account_not_found.fix, retryable: false }],
        },
      },
      errors: [],
      handle: ({ caller, params }) => db.read(caller.tenantId, async (tx) => {
        const call = await selectCall(tx, params.callId);
        if (call === undefined) throw fail('record_not_found');
        const answer = parsed(call.answer);
        return success({ ...toSummary(call), request: parsed(call.request), answer, errors: explanations(answer, call.code) });
      }),
    }),
  ];
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function explanations(answer: unknown, first: string | null): z.output<typeof explained>[] {
  const kept = isRecord(answer) && Array.isArray(answer['errors']) ? answer['errors'] : first === null ? [] : [{ code: first, field: null }];
  return kept.flatMap((error) => {
    if (!isRecord(error) || !isErrorCode(error['code'])) return [];
    const { message, fix, retryable } = catalogue[error['code']];
    return [{ code: error['code'], field: typeof error['field'] === 'string' ? error['field'] : null, message, fix, retryable }];
  });
}
