/** Attacks an integrator's own receiver, by the guarded sender of real deliveries, and says how it stood up to it. */
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { isoMillis } from '#src/lib/time.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { z } from 'zod';
import { reachOf } from './address-guard.ts';
import { type CaseName, isAboutSignatures, type PlannedCall, type PlannedCase, planCheck } from './go-live-cases.ts';
import { beginCheck, endCheck, readCheck } from './go-live-store.ts';
import { type CaseAnswer, caseTexts, gradeOf, isTaken, judgeCase, skipped, type Verdict, withoutSecret } from './go-live-verdict.ts';
import { type GoLiveReport, goLiveReport } from './go-live-wire.ts';
import { readSecrets } from './secret-store.ts';
import { openSecrets } from './secrets.ts';
import { lockEndpoint, selectEndpoint } from './store.ts';
import type { WebhookContext } from './webhook-context.ts';
import type { webhookParams } from './wire.ts';

type Request = RouteRequest<unknown, z.output<typeof webhookParams>>;

/** A case is begun before this; the longest (two calls of 15 seconds) then ends within a minute of the first. */
const lastStartMs = 28_000;
const runningSeconds = 60;
/** Between the starts of two checks of one endpoint: four a minute. */
const gapSeconds = 15;

/**
 * Sends everything of `planCheck` to the endpoint, active or paused, and keeps the report in place of the one before. Neither deliveries, events nor the
 * endpoint's health know of it. @throws Failure record_not_found, rate_limited
 */
export async function checkWebhook(ctx: WebhookContext, request: Request): Promise<Answer> {
  const { caller, params } = request;
  return ctx.requests.around(request, null, async () => {
    const target = await begin(ctx, request);
    const startedMs = ctx.clock.monotonicMs();
    const cases = await attack(ctx, target, planCheck({
      ...target, wrongSecret: ctx.ids.webhookSecret(), environment: caller.environment, now: ctx.clock.now(), run: ctx.ids.bytes(6).toString('hex'),
    }));
    return { url: target.url, cases, durationMs: Math.round(ctx.clock.monotonicMs() - startedMs) };
  }, async (tx, { url, cases, durationMs }) => {
    const grade = gradeOf(cases);
    const report: GoLiveReport = { webhookId: params.id, url, checkedAt: isoMillis(tx.now), durationMs, grade, ready: grade === 'A' || grade === 'B', cases };
    await endCheck(tx, params.id, report);
    await recordAudit(tx, ctx.ids, { actor: caller.credentialId, action: 'webhook.checked', subject: params.id, details: { grade } });
    return success(report, { message: 'Webhook checked' });
  });
}

/** The report of the last check that came to its end. @throws Failure record_not_found */
export async function getCheck(ctx: WebhookContext, request: Request): Promise<Answer> {
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    const endpoint = await selectEndpoint(tx, request.params.id);
    if (endpoint === null) throw fail('record_not_found');
    const stored = await readCheck(tx, endpoint.endpointId);
    if (stored === null || stored.report === null) throw fail('record_not_found', { message: 'This webhook was not checked yet.', fix: 'Check it: POST /webhooks/{id}/go-live-check.' });
    return success(goLiveReport.parse(stored.report));
  });
}

type Target = { url: string; allowLocal: boolean; secret: string | null; nextSecret: string | null };

/** Under the lock of the endpoint, so that of two checks at once one begins. */
async function begin(ctx: WebhookContext, { caller, params }: Request): Promise<Target> {
  const keys = await ctx.keyring.of(caller.tenantId);
  return ctx.db.write(caller.tenantId, async (tx) => {
    const endpoint = await lockEndpoint(tx, params.id);
    if (endpoint === null) throw fail('record_not_found');
    const { endpointId } = endpoint;
    const before = await readCheck(tx, endpointId);
    if (before !== null) refuseSoon(before.startedAt, before.runningUntil, tx.now);
    await beginCheck(tx, endpointId, new Date(tx.now.getTime() + runningSeconds * 1000));
    return { url: endpoint.url, ...reachOf(caller.environment), ...openSecrets(keys, await readSecrets(tx, endpointId), tx.now) };
  });
}

/** @throws Failure rate_limited */
function refuseSoon(startedAt: Date, runningUntil: Date | null, now: Date): void {
  // A sandbox's clock may have been set back since. A little ahead is a transaction that began after this one and had the endpoint before it.
  if (startedAt.getTime() - now.getTime() > 60_000) return;
  const at = startedAt > now ? startedAt : now;
  const gapEnds = new Date(startedAt.getTime() + gapSeconds * 1000);
  const until = runningUntil !== null && runningUntil > gapEnds ? runningUntil : gapEnds;
  if (until <= at) return;
  const retryAfterSeconds = Math.ceil((until.getTime() - at.getTime()) / 1000);
  throw fail('rate_limited', {
    message: runningUntil === null ? 'This webhook was checked just now.' : 'This webhook is being checked.', fix: 'Wait for the report: GET /webhooks/{id}/go-live-check.', retryAfterSeconds,
  });
}

type JudgedCase = GoLiveReport['cases'][number];

/** Case after case; when the genuine event is not taken, the others would say nothing, and are left out. */
async function attack(ctx: WebhookContext, target: Target, plan: readonly PlannedCase[]): Promise<JudgedCase[]> {
  const startedMs = ctx.clock.monotonicMs();
  const alone: CaseAnswer[] = [];
  const judged: JudgedCase[] = [];
  for (const planned of plan) {
    const { name } = planned;
    const hindrance = hindranceOf(name, { target, works: judged[0]?.verdict !== 'fail', late: ctx.clock.monotonicMs() - startedMs > lastStartMs });
    if (hindrance !== null) {
      judged.push({ name, ...caseTexts[name], answers: [], ...hindrance });
      continue;
    }
    const answers = name === 'speed' ? alone : await send(ctx, target, planned);
    if (name === 'genuine' || name === 'duplicate' || name === 'out_of_order') alone.push(...answers);
    judged.push({ name, ...caseTexts[name], answers: name === 'speed' ? [] : answers, ...judgeCase(name, answers) });
  }
  return judged;
}

function hindranceOf(name: CaseName, { target, works, late }: { target: Target; works: boolean; late: boolean }): Verdict | null {
  if (!works) return skipped('Left out: the genuine event was not acknowledged.', 'Mend that first, then check again.');
  if (target.secret === null && isAboutSignatures(name)) return withoutSecret;
  return late && name !== 'speed' ? skipped('Left out: the time for this check was over.', 'Answer faster, then check again.') : null;
}

async function send(ctx: WebhookContext, { url, allowLocal }: Target, { calls, together }: PlannedCase): Promise<CaseAnswer[]> {
  const post = async (call: PlannedCall): Promise<CaseAnswer> => {
    const { httpStatus, error, latencyMs } = await ctx.webhookHttp.post({ url, allowLocal, ...call });
    return { httpStatus, error, latencyMs };
  };
  if (together) return Promise.all(calls.map(post));
  const answers: CaseAnswer[] = [];
  for (const call of calls) {
    const answer = await post(call);
    answers.push(answer);
    if (!isTaken(answer)) break;
  }
  return answers;
}
