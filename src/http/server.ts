/** The HTTP server: its settings, and the way of a request from its first header to its last byte. Knows no feature. */
import { fastify, type FastifyContextConfig, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { fail } from '#src/errors.ts';
import { mountBuiltPages } from './built-pages.ts';
import { createClientErrors, type ClientErrors } from './client-error.ts';
import { newEdgeState } from './edge-state.ts';
import { createEndpoint } from './endpoint.ts';
import { failureAnswer, jsonType } from './envelope.ts';
import { finishedCall } from './finished-call.ts';
import { readHeaderLines, validRequestId } from './header-lines.ts';
import { mountHealth } from './health.ts';
import { mountHome } from './home.ts';
import { createKnownPaths, isSpelledLike, pathOf, type KnownPaths } from './known-paths.ts';
import { createMetrics } from './metrics.ts';
import type { HttpOptions } from './options.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { mountPublicPages } from './public-page.ts';
import { mountRawRoutes } from './raw-route.ts';
import { readBody } from './read-body.ts';
import { logRequest } from './request-log.ts';
import { createResponder, type Responder } from './responder.ts';
import type { Answer, DeclaredRoute, Route } from './route.ts';
import { createSessionEndpoint, type SessionRoot } from './session-endpoint.ts';
import { mountStaticPages } from './static-page.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

const bodyLimitBytes = 256 * 1024;
const largeBodyLimitBytes = 16 * 1024 * 1024;

/**
 * A server ready to listen: `routes` under each root, the token endpoint, and the pages it is given.
 * Every answer is the envelope, refusals of the HTTP parser included. HEAD and OPTIONS answer 405.
 */
export async function createServer(options: HttpOptions): Promise<FastifyInstance> {
  const clientErrors = createClientErrors(options.publicUrl);
  const app = fastify(serverSettings(options, clientErrors));
  clientErrors.watch(app.server);
  // GET bodies are read too: one that is not empty is refused instead of left on the connection.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.server.maxHeadersCount = 0;
  // An expectation we do not know is ignored, as RFC 9110 §10.1.1 permits.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, readBody);
  const methodsOf = watchPaths(app);
  const metrics = createMetrics(options.gauges);

  app.decorateRequest('edge');
  app.addHook('onRequest', async (request, reply) => {
    if (options.opened !== undefined) await options.opened;
    const edge = newEdgeState(request, options.nowMs());
    request.edge = edge;
    edge.lines = readHeaderLines(request.raw.rawHeaders, request.raw.httpVersion);
    edge.requestId = validRequestId(edge.lines.requestId);
    // A fragment has no place in a request target; the router would cut it off and answer the path before it.
    if (request.url.includes('#')) throw fail('record_not_found');
    if (request.is404) refuseUnknownPath(methodsOf(pathOf(request.url)), reply);
    if (!isSpelledLike(request.routeOptions.url ?? '', request.url)) throw fail('record_not_found');
  });
  app.addHook('onResponse', async (request, reply) => {
    const durationMs = options.nowMs() - (request.edge?.startedMs ?? options.nowMs());
    logRequest(options.log, request, reply, durationMs);
    metrics.observeRequest(request.edge?.operationId, reply.statusCode, durationMs);
    const call = options.onCall === undefined ? null : finishedCall(request, reply, durationMs);
    if (call !== null) options.onCall?.(call);
  });

  closeAfterLastAnswer(app);
  const responder = createResponder(options);
  app.setErrorHandler((error, request, reply) => responder.refuse(error, request, reply));
  app.setNotFoundHandler((request, reply) => responder.refuse(fail('record_not_found'), request, reply));

  for (const route of mountedRoutes(options)) mount(app, route, responder);
  const { publicUrl, version = '0.0.0', rawRoutes = [], document = {} } = options;
  await mountRawRoutes(app, rawRoutes, responder);
  mountHealth(app, { isReady: options.isReady, metrics, responder });
  mountStaticPages(app, options.staticPages ?? [], { publicUrl, version, document });
  mountHome(app, { publicUrl, version });
  if (options.builtPages !== undefined) mountBuiltPages(app, options.builtPages, publicUrl);
  mountPublicPages(app, options.publicPages ?? [], publicUrl);
  return app;
}

/**
 * Closing ends the connections that are idle then. One that is being answered would be kept alive afterwards, and hold up
 * the end of the program; its answer says `Connection: close` instead.
 */
function closeAfterLastAnswer(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
}

type Mounted = { method: Route['method']; path: string; bodyLimit: number; config?: FastifyContextConfig; answer(request: FastifyRequest): Promise<Answer>; isToken: boolean };

function mount(app: FastifyInstance, { method, path, bodyLimit, config = {}, answer, isToken }: Mounted, { send, refuse }: Responder): void {
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    config,
    errorHandler: (error, request, reply) => refuse(error, request, reply, { isToken }),
    handler: async (request, reply) => send(request, reply, await answer(request)),
  });
}

/** Remembers every path as it is mounted, so that a wrong method can be told from a wrong path. */
function watchPaths(app: FastifyInstance): (path: string) => readonly string[] {
  const paths: { method: string; path: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) paths.push({ method: each, path: url });
  });
  let known: KnownPaths | undefined;
  return (path) => {
    known ??= createKnownPaths(paths);
    return known.methodsOf(path);
  };
}

function refuseUnknownPath(methods: readonly string[], reply: FastifyReply): never {
  if (methods.length === 0) throw fail('record_not_found');
  reply.header('allow', methods.join(', '));
  throw fail('method_not_allowed');
}

function serverSettings(options: HttpOptions, clientErrors: ClientErrors) {
  return {
    logger: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies === undefined || options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: clientErrors.onError,
    // Paths that cannot be decoded, or with a step longer than any identifier, name nothing.
    frameworkErrors: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
      const answer = failureAnswer(fail('record_not_found'), options.publicUrl);
      void reply.code(answer.httpStatus).header('content-type', jsonType).send(answer.body);
    },
    routerOptions: { maxParamLength: 256, querystringParser: () => ({}) },
    http: {
      maxHeaderSize: 8_192,
      // Checked with the other header lines, so that its absence answers the envelope too.
      requireHostHeader: false,
      headersTimeout: 5_000,
      // Node looks for late requests only this often; its own 30 s would make the 5 s above 35.
      connectionsCheckingInterval: 2_000,
    },
  } as const;
}

function mountedRoutes(options: HttpOptions): Mounted[] {
  const limiter = createRateLimiter({ nowMs: options.nowMs });
  const mounted: Mounted[] = [];
  for (const root of options.roots) {
    const token = createTokenEndpoint(root, { ...options, limiter });
    for (const method of ['GET', 'POST'] as const) {
      mounted.push({ method, path: `${root.prefix}/auth/token`, bodyLimit: bodyLimitBytes, answer: token, isToken: true });
    }
    for (const route of options.routes) {
      if (route.sandboxOnly === true && root.environment === 'live') continue;
      refuseUndeclaredParams(route);
      mounted.push({
        method: route.method,
        path: root.prefix + route.path,
        ...bodyBounds(route),
        answer: createEndpoint(route, root, { ...options, limiter }),
        isToken: false,
      });
    }
  }
  return options.sessionRoot === undefined ? mounted : [...mounted, ...mountedForPeople(options.sessionRoot, { ...options, limiter })];
}

function mountedForPeople(root: SessionRoot, options: HttpOptions & { limiter: RateLimiter }): Mounted[] {
  return root.routes.map((route) => {
    refuseUndeclaredParams(route);
    return { method: route.method, path: root.prefix + route.path, ...bodyBounds(route), answer: createSessionEndpoint(route, { ...options, ...root }), isToken: false };
  });
}

/** How large a body may be, and what it may be made of. */
function bodyBounds({ bodyLimits, largeBody, bodyMedia }: DeclaredRoute): Pick<Mounted, 'bodyLimit' | 'config'> {
  return {
    bodyLimit: bodyLimits?.bytes ?? (largeBody === true ? largeBodyLimitBytes : bodyLimitBytes),
    config: { ...(bodyLimits === undefined ? {} : { bodyKeys: bodyLimits.keys }), ...(bodyMedia === undefined ? {} : { bodyMedia: Object.keys(bodyMedia) }) },
  };
}

/** A route whose schema and path name different parameters could never answer; say so at the start. */
function refuseUndeclaredParams(route: DeclaredRoute): void {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted().join();
  const inSchema = Object.keys(route.params?.shape ?? {}).toSorted().join();
  if (inPath !== inSchema) throw new Error(`${route.operationId}: the path has parameters [${inPath}], the schema [${inSchema}]`);
}
