/** Test support: a server with a few toy routes, whose callers are named by their tokens. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import { fail } from '#src/errors.ts';
import { success } from './envelope.ts';
import { openApiDocument } from './openapi.ts';
import type { DocumentedEvent, HttpOptions } from './options.ts';
import { route, type Caller, type Route } from './route.ts';
import { createServer } from './server.ts';

export const toyCaller: Caller = {
  tenantId: 'ten_toy',
  organizationId: 'org_toy',
  environment: 'sandbox',
  credentialId: 'cred_toy',
  scopes: ['toy:write'],
};

const toyBody = z.strictObject({
  name: z.string().min(1).max(20),
  bvn: z.string().regex(/^\d{11}$/, 'must have 11 digits').optional(),
  amount: z.union([z.number(), z.string()]).optional(),
  colour: z.enum(['red', 'green']).optional(),
  nextOfKin: z.strictObject({ phone: z.string() }).optional(),
  free: z.record(z.string(), z.unknown()).optional(),
});

export const toyRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/toy',
    operationId: 'createToy',
    tag: 'Toys',
    summary: 'Create a toy',
    description: 'Creates a toy and answers its name.',
    body: toyBody,
    headers: { 'X-Scenario': 'Picks what the toy does.' },
    data: z.strictObject({ name: z.string(), scenario: z.string().nullable() }),
    requestExample: { summary: 'A red toy', value: { name: 'Ball', colour: 'red' } },
    responseExample: { summary: 'Created', value: { name: 'Ball', scenario: null } },
    errors: ['customer_not_found'],
    scope: 'toy:write',
    async handle({ body, headers }) {
      if (body.name === 'missing') throw fail('customer_not_found');
      if (body.name === 'undeclared') throw fail('otp_expired');
      if (body.name === 'bug') throw new Error('secret inside');
      if (body.name === 'wrong shape') return success({ nom: body.name });
      return success({ name: body.name, scenario: headers['x-scenario'] ?? null });
    },
  }),
  route({
    method: 'GET',
    path: '/toy/{toyId}',
    operationId: 'getToy',
    tag: 'Toys',
    summary: 'Read a toy',
    description: 'Answers one toy.',
    params: z.object({ toyId: z.string().regex(/^\d+$/, 'must be digits') }),
    query: z.object({ page: z.coerce.number().int().min(1).optional() }),
    data: z.strictObject({ toyId: z.string(), page: z.number().nullable() }),
    responseExample: { summary: 'A toy', value: { toyId: '1', page: null } },
    errors: [],
    async handle({ params, query }) {
      return success({ toyId: params.toyId, page: query.page ?? null });
    },
  }),
  route({
    method: 'POST',
    path: '/toy/picture',
    operationId: 'checkPicture',
    tag: 'Toys',
    summary: 'Check a picture',
    description: 'Takes a large body and counts against the KYC budget.',
    body: z.strictObject({ image: z.string() }),
    data: z.strictObject({ characters: z.number() }),
    requestExample: { summary: 'A picture', value: { image: 'aGVsbG8=' } },
    responseExample: { summary: 'Counted', value: { characters: 8 } },
    errors: [],
    largeBody: true,
    kyc: true,
    sandboxOnly: true,
    async handle({ body }) {
      return success({ characters: body.image.length });
    },
  }),
];

/** `webhooks`: events that the document shows. */
type ToyOverrides = Partial<HttpOptions> & { webhooks?: Readonly<Record<string, DocumentedEvent>> };

/** Options for `createServer` whose authenticate takes `Bearer good`, `Bearer noscope`, and `Bearer live` at its own root only. */
export function toyOptions({ webhooks = {}, ...overrides }: ToyOverrides = {}): HttpOptions {
  return {
    publicUrl: 'http://127.0.0.1:3000',
    log: pino({ level: 'silent' }),
    routes: toyRoutes,
    document: openApiDocument({ routes: overrides.routes ?? toyRoutes, version: overrides.version ?? '0.0.0', webhooks }),
    roots: [
      { prefix: '/sandbox/v1', environment: 'sandbox' },
      { prefix: '/gateway/api/v1', environment: 'sandbox' },
      { prefix: '/v1', environment: 'live' },
    ],
    async authenticate({ authorization, environment }) {
      if (authorization === undefined) throw fail('token_missing');
      if (authorization === 'Bearer good' || authorization === 'Bearer noscope') {
        if (environment === 'live') throw fail('environment_mismatch', { details: { root: '/sandbox/v1' } });
        return { ...toyCaller, scopes: authorization === 'Bearer good' ? toyCaller.scopes : [] };
      }
      if (authorization === 'Bearer live' && environment === 'live') return { ...toyCaller, environment };
      throw fail('token_invalid');
    },
    async issueToken({ authorization }) {
      if (authorization !== `Bearer ${Buffer.from('client:right').toString('base64')}`) throw fail('credentials_invalid');
      return { accessToken: 'at_toy', expiresInSeconds: 3600 };
    },
    liveReady: () => false,
    isReady: async () => true,
    rateLimits: () => ({ perSecond: 200, burst: 400, kycPerMinute: 60 }),
    checkAnswers: true,
    nowMs: () => performance.now(),
    ...overrides,
  };
}

export async function createToyServer(overrides: ToyOverrides = {}): Promise<FastifyInstance> {
  const app = await createServer(toyOptions(overrides));
  await app.ready();
  return app;
}

/** Sends bytes as they are to a listening server, and returns everything that comes back until it closes the connection. */
export async function sendRaw(app: FastifyInstance, bytes: string | Uint8Array): Promise<string> {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP');
  const socket = connect(address.port, address.address);
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}
