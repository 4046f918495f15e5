/** The go-live check as routes. */
import { type Route, route } from '#src/http/route.ts';
import { checkWebhook, getCheck } from './go-live-check.ts';
import { caseNames } from './go-live-cases.ts';
import { caseTexts } from './go-live-verdict.ts';
import { type GoLiveReport, goLiveReport } from './go-live-wire.ts';
import type { WebhookContext } from './webhook-context.ts';
import { webhookParams } from './wire.ts';

const example: GoLiveReport = {
  webhookId: 'whk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', url: 'https://hooks.example.com/openteller', checkedAt: '2026-11-21T09:30:02.411Z', durationMs: 3_120, grade: 'F', ready: false,
  cases: [
    { name: 'genuine', ...caseTexts.genuine, answers: [{ httpStatus: 200, error: null, latencyMs: 41 }], verdict: 'pass', finding: 'Acknowledged.', fix: null },
    {
      name: 'unsigned', ...caseTexts.unsigned, answers: [{ httpStatus: 200, error: null, latencyMs: 38 }], verdict: 'fail', finding: 'It was taken all the same: it answered 200.',
      fix: 'Refuse requests without a signature header with 401. Anybody who knows the address can send them.',
    },
  ],
};
const sentences = caseNames.map((name) => `\`${name}\`: ${caseTexts[name].sent} Wanted: ${caseTexts[name].wanted}.`).join(' ');

export function goLiveRoutes(ctx: WebhookContext): Route[] {
  const tag = 'Webhooks';
  const scope = 'webhook:manage';
  return [
    route({
      method: 'POST', path: '/webhooks/{id}/go-live-check', operationId: 'checkWebhook', tag, scope,
      summary: 'Check a receiver before going live',
      description: `Attacks your own receiver with 21 requests, genuine and forged, judges each answer, and says what to mend. Takes a few seconds, a minute at most; one check of a webhook at a time, four a minute. Every event carries \`test: true\` and an id that begins with evt_golive_; none shows in GET /events or among the deliveries. ${sentences}`,
      params: webhookParams, data: goLiveReport,
      responseExample: { summary: 'A receiver that checks no signatures (two of twelve cases)', value: example },
      errors: [],
      handle: (request) => checkWebhook(ctx, request),
    }),
    route({
      method: 'GET', path: '/webhooks/{id}/go-live-check', operationId: 'getWebhookCheck', tag, scope,
      summary: 'Read the last check of a receiver',
      description: 'The report of the last check that came to its end.',
      params: webhookParams, data: goLiveReport,
      responseExample: { summary: 'The last report', value: example },
      errors: [],
      handle: (request) => getCheck(ctx, request),
    }),
  ];
}
