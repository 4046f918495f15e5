/** Everything wired: the flat list of routes, the lanes, the due work. Nothing else wires. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createDormancyWatch } from './accounts/dormancy.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createApiLogPruning } from './api-log/prune.ts';
import { type ApiLog, createApiLog } from './api-log/recorder.ts';
import { vocabularyOf } from './api-log/redact.ts';
import { type OpenAdapters, otpPolicies } from './adapters.ts';
import { createBankDirectory } from './banks/bank-directory.ts';
import type { Config } from './config.ts';
import type { Context, Environment } from './context.ts';
import { createBookRail } from './credits/book-rail.ts';
import { batchQueue } from './bulk/watch-batches.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { itemQueue } from './bulk/enquire-items.ts';
import { creditSpec } from './credits/credit.ts';
import { railCallback } from './credits/rail-callback.ts';
import { createKeyGiving } from './customers/give-keys.ts';
import { customerRoutes } from './customers/routes.ts';
import { dashboardDocumentPage, dashboardPages, dashboardRoot } from './dashboard/routes.ts';
import type { Database } from './db/database.ts';
import { documentation } from './docs/site.ts';
import { fail } from './errors.ts';
import type { GaugeSource } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import type { Root } from './http/options.ts';
import type { Route } from './http/route.ts';
import type { SessionRoot } from './http/session-endpoint.ts';
import { createServer } from './http/server.ts';
import { identityGauges } from './kyc/identity-gauges.ts';
import { createComparisonPruning } from './kyc/prune-comparisons.ts';
import { createPicturePurge } from './kyc/review.ts';
import { kycRoutes } from './kyc/routes.ts';
import { createShadow } from './kyc/shadow.ts';
import { type Ids, systemIds } from './lib/ids.ts';
import { listOwnLimits } from './limits/own-limits.ts';
import { policyOn } from './limits/policy.ts';
import { readPolicyFile } from './limits/policy-file.ts';
import { limitRoutes } from './limits/routes.ts';
import { createGatekeeper } from './organizations/authenticate.ts';
import { createKeyring } from './organizations/keyring.ts';
import { createRetiredErasure } from './privacy/erase-retired.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { otpRoutes } from './otp/routes.ts';
import { messageQueue } from './otp/send-messages.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { verificationPage } from './receipts/verification-page.ts';
import { furnishSandbox } from './sandbox/furnish.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { statementRoutes } from './statements/routes.ts';
import { createBankAnswers } from './transfers/bank-answers.ts';
import { chargeSchedules } from './transfers/charges.ts';
import { listPending } from './transfers/late-transfers.ts';
import { createLanes, type Lanes } from './transfers/lanes.ts';
import { beneficiaryRoutes } from './transfers/beneficiary-routes.ts';
import { createInstitutionLists, type InstitutionLists } from './transfers/refresh-institutions.ts';
import { transferRoutes } from './transfers/routes.ts';
import { transferQueue } from './transfers/send.ts';
import { takeReturns } from './transfers/take-returns.ts';
import { volumesOf } from './transfers/volumes.ts';
import { createDeadlineWatch, type DeadlineWatch } from './transfers/watch-deadlines.ts';
import { webhookQueue } from './webhooks/deliver.ts';
import { documentedEvents } from './webhooks/documented-events.ts';
import { createEventStreams } from './webhooks/event-stream.ts';
import { createWebhookHttp } from './webhooks/http-sender.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { createWebhookUpkeep } from './webhooks/upkeep.ts';
import { closeQueue, startWorker, type Worker } from './work/due.ts';
import { createHandOver } from './work/hand-over.ts';
import { createLane } from './work/lanes.ts';
import { createAnswerPruning } from './work/prune-answers.ts';
import { repeat } from './work/repeat.ts';
import { createRequests } from './work/requests.ts';

export const version = '0.1.0';

/** The sandbox under its own root and under the reference's development root; live under the production root. */
export const roots: readonly Root[] = [
  { prefix: '/sandbox/v1', environment: 'sandbox' },
  { prefix: '/gateway/api/v1', environment: 'sandbox' },
  { prefix: '/v1', environment: 'live' },
];

export type App = {
  ctx: Context;
  lanes: Lanes;
  routes: readonly Route[];
  dashboard: SessionRoot;
  institutions: InstitutionLists;
  /** Of calls of the API: collected in this process, written twice a second. */
  apiLog: ApiLog;
  /** Requests that come before `opened` resolves wait for it. */
  createHttp(opened?: Promise<unknown>): Promise<FastifyInstance>;
  startWorker(): Worker;
  /** After HTTP and worker have stopped, and before the database does. */
  close(): Promise<void>;
};

/** `checkBooks`: one line for each difference; without it the console's check is refused. */
export type AppParts = { config: Config; db: Database; log: Logger; open: OpenAdapters; ids?: Ids; checkBooks?: (() => Promise<string[]>) | null };

/** @throws PolicyFileError when LIMITS_FILE is not as it must be. */
export function createApp({ config, db, log, open, ids = systemIds(), checkBooks = null }: AppParts): App {
  const wakers = new Set<(queue: string, tenantId?: string) => void>();
  const wake = (queue: string, tenantId?: string): void => wakers.forEach((waker) => waker(queue, tenantId));
  const keyring = createKeyring(db, config.masterKey, config.previousMasterKey);
  const policies = readPolicyFile(config.limitsFile);
  const creditLane = createLane(db, creditSpec({ ids, policyOn: (day) => policyOn(policies, day), wake }), () => fail('service_unavailable', { retryAfterSeconds: 1 }));
  const banks = createBankDirectory(config.operator);
  const monotonicMs = (): number => performance.now();
  const ctx: Context = {
    config,
    db,
    ids,
    keyring,
    requests: createRequests(db, keyring, config.publicUrl),
    banks,
    bankAnswers: createBankAnswers(db),
    policyOn: (day) => policyOn(policies, day),
    log,
    clock: { now: () => new Date(), monotonicMs },
    adapters: open.adapters,
    documents: open.documents,
    identityShadow: open.identityShadow === null ? null : createShadow({ db, ids, log }, open.identityShadow),
    otpPolicy: otpPolicies,
    bookRails: { sandbox: createBookRail(db, creditLane, 'sandbox'), live: createBookRail(db, creditLane, 'live') },
    webhookHttp: createWebhookHttp(),
    handOver: { message: createHandOver(), transfer: createHandOver() },
    wake,
  };
  const streams = createEventStreams(ctx);
  wakers.add((queue) => {
    if (queue === 'webhook_delivery' || queue === 'event') streams.wake();
  });
  const lanes = createLanes(ctx, creditLane);
  const routes: readonly Route[] = [
    ...customerRoutes(ctx),
    ...kycRoutes(ctx),
    ...accountRoutes(ctx),
    ...statementRoutes(ctx),
    ...transferRoutes(ctx, lanes),
    ...bulkRoutes(ctx),
    ...beneficiaryRoutes(ctx),
    ...receiptRoutes(ctx),
    ...limitRoutes(ctx),
    ...privacyRoutes(ctx),
    ...otpRoutes(ctx),
    ...webhookRoutes(ctx, streams),
    ...sandboxRoutes(ctx, open.simulator, lanes),
  ];

  // It takes longer than all else here, and commands that stand beside a program need none.
  const document = onFirstNeed(() => openApiDocument({ routes, version, webhooks: documentedEvents() }));
  const apiLog = createApiLog(ctx, () => vocabularyOf(document()));
  const deadlines = createDeadlineWatch(ctx);
  const institutions = createInstitutionLists(ctx, banks);
  const dashboard = dashboardRoot(ctx, routes, lanes.settle, {
    furnishSandbox: (tenantId, accountName) => furnishSandbox({ ctx, lanes }, tenantId, accountName),
    policies, chargeSchedules, pendingFigures: deadlines.figures, institutionAges: institutions.ages, identityHealth: open.identityHealth,
    pending: listPending, volumes: volumesOf, ownLimits: listOwnLimits, checkBooks,
  });

  return {
    ctx, lanes, routes, dashboard, institutions, apiLog,
    async createHttp(opened) {
      const http = await createHttp(ctx, lanes, routes, { dashboard, deadlines, institutions, opened, apiLog, document: document(), identity: identityGauges(open.identityHealth, ctx.identityShadow) });
      const reading = await readInstitutionLists(ctx, institutions);
      const flushing = flushBankAnswers(ctx);
      const logging = flushEvery(500, apiLog, (error) => log.warn({ err: error }, 'writing the log of calls failed'));
      // A stream has no last byte of its own: closing waits for answers, so they end first.
      http.addHook('preClose', async () => streams.close());
      return http.addHook('onClose', async () => void (await Promise.all([flushing.stop(), logging.stop(), reading.stop()])));
    },
    close: async () => ctx.identityShadow?.close(),
    startWorker() {
      const queues = [closeQueue(messageQueue(ctx), log), closeQueue(transferQueue(ctx, lanes), log), closeQueue(itemQueue(ctx), log), closeQueue(batchQueue(ctx), log), closeQueue(webhookQueue(ctx), log)];
      const worker = startWorker(db, queues, { pollMs: 500, log });
      wakers.add(worker.wake);
      const quiet = quietTasks(ctx, lanes, routes, deadlines, institutions).map(({ pauseMs, pass, what, about }) => repeat(pauseMs, pass, (error) => log.error({ err: error, ...about }, `${what} failed`)));
      const flushing = flushBankAnswers(ctx);
      return {
        wake: worker.wake,
        async stop(graceMs) {
          wakers.delete(worker.wake);
          await Promise.all([worker.stop(graceMs).then(() => flushing.stop()), ...quiet.map((task) => task.stop())]);
        },
      };
    },
  };
}

/** Made when it is first asked for, and once. */
function onFirstNeed<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

type QuietTask = { pauseMs: number; pass(): Promise<void>; /** What failed when it fails. */ what: string; about?: Readonly<Record<string, string>> };

/** What the worker does again and again beside the queues. */
function quietTasks(ctx: Context, lanes: Lanes, routes: readonly Route[], deadlines: DeadlineWatch, institutions: InstitutionLists): QuietTask[] {
  const { db, config } = ctx;
  const minutely: readonly [{ pass(): Promise<void> }, string][] = [
    [createDormancyWatch(ctx), 'looking for dormant accounts'],
    [createKeyGiving(ctx), 'giving customers keys of their own'],
    [createPicturePurge(ctx), 'removing pictures of decided checks'],
    [createAnswerPruning(db, routes), 'putting old answers away'],
    [createComparisonPruning(db, config.identityShadowDays), 'removing old comparisons of identity providers'],
    [createApiLogPruning(ctx), 'removing old calls from their log'],
    [createWebhookUpkeep(ctx), 'putting old attempts of webhooks away'],
    [createRetiredErasure(ctx), 'erasing the people of retired sandboxes'],
  ];
  const environments: readonly Environment[] = ['sandbox', 'live'];
  return [
    ...environments.map((environment) => ({ pauseMs: 1_000, pass: () => takeReturns(ctx, lanes.settle, environment), what: 'taking returns', about: { environment } })),
    ...minutely.map(([work, what]) => ({ pauseMs: 60_000, pass: () => work.pass(), what })),
    { pauseMs: 15_000, pass: () => deadlines.look(), what: 'looking for late transfers' },
    { pauseMs: 10_000, pass: () => institutions.refresh(), what: 'refreshing the lists of institutions' },
  ];
}

/** In every process that asks banks: the API enquires names, the worker sends. What is counted until the stop is stored then. */
function flushBankAnswers({ bankAnswers, log }: Context): { stop(): Promise<void> } {
  return flushEvery(5_000, bankAnswers, (error) => log.warn({ err: error }, 'storing what banks answered failed'));
}

/** Again and again, and once more at the stop. */
function flushEvery(pauseMs: number, collected: { flush(): Promise<void> }, failed: (error: unknown) => void): { stop(): Promise<void> } {
  const task = repeat(pauseMs, () => collected.flush(), failed);
  return {
    async stop() {
      await task.stop();
      await collected.flush().catch(failed);
    },
  };
}

/** In every process that answers callers; before its first request, so that a bank known from the list alone is known from the start. */
async function readInstitutionLists({ log }: Context, institutions: InstitutionLists): Promise<{ stop(): Promise<void> }> {
  const failed = (error: unknown): void => log.warn({ err: error }, 'reading the lists of institutions failed');
  await institutions.read().catch(failed);
  return repeat(10_000, () => institutions.read(), failed);
}

type HttpParts = { dashboard: SessionRoot; deadlines: DeadlineWatch; institutions: InstitutionLists; opened: Promise<unknown> | undefined; apiLog: ApiLog; document: ReturnType<typeof openApiDocument>; identity: readonly GaugeSource[] };

function createHttp(ctx: Context, lanes: Lanes, routes: readonly Route[], { dashboard, deadlines, institutions, opened, apiLog, document, identity }: HttpParts): Promise<FastifyInstance> {
  const gatekeeper = createGatekeeper(ctx.db, ctx.ids, { publicUrl: ctx.config.publicUrl, monotonicMs: ctx.clock.monotonicMs });
  const secret = ctx.config.railCallbackSecret;
  return createServer({
    publicUrl: ctx.config.publicUrl,
    log: ctx.log,
    trustedProxies: ctx.config.trustedProxies,
    ...(opened === undefined ? {} : { opened }),
    routes,
    roots,
    rawRoutes: secret === null ? [] : [railCallback(ctx, lanes.credit, { secret, environment: ctx.adapters.live === null ? 'sandbox' : 'live' })],
    sessionRoot: dashboard,
    staticPages: [...documentation, dashboardDocumentPage(dashboard, version)],
    builtPages: dashboardPages,
    publicPages: [verificationPage(ctx)],
    gauges: [{
      name: 'openteller_pending_transfers',
      help: 'Confirmed transfers that are not over, at least this long after their confirmation.',
      labelNames: ['environment', 'older_than'],
      read: async () => (await deadlines.figures()).map(({ environment, olderThan, transfers }) => ({ labels: { environment, older_than: olderThan }, value: transfers })),
    }, {
      name: 'openteller_rail_institutions_age_seconds',
      help: 'Since the rail gave its last good list of institutions; missing until it gave one.',
      labelNames: ['environment'],
      read: async () => (await institutions.ages()).map(({ environment, ageSeconds }) => ({ labels: { environment }, value: ageSeconds })),
    }, apiLog.gauge, ...identity],
    onCall: apiLog.record,
    ...gatekeeper,
    liveReady: () => ctx.adapters.live !== null,
    isReady: async () => ctx.db.ping().then(() => true, () => false),
    checkAnswers: ctx.config.checkAnswers,
    nowMs: ctx.clock.monotonicMs,
    version,
    document,
  });
}
