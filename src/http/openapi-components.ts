/** The parts of the OpenAPI document that every operation shares: envelope, errors, headers, security. */
import { catalogue, fail, type ErrorCode } from '#src/errors.ts';
import { failureAnswer } from './envelope.ts';
import type { Json } from './openapi-schemas.ts';

export function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export const sharedSchemas: Json = {
  Envelope: {
    type: 'object',
    description: 'What every success looks like; `data` differs by operation.',
    required: ['statusCode', 'message', 'data', 'errors'],
    properties: {
      statusCode: { type: 'string', const: '00' },
      message: { type: 'string' },
      data: {},
      errors: { type: 'array', maxItems: 0, items: {} },
    },
  },
  Failure: {
    type: 'object',
    description: 'What every refusal looks like. The HTTP status and `statusCode` are those of the first entry of `errors`.',
    required: ['statusCode', 'message', 'data', 'errors'],
    properties: {
      statusCode: { type: 'string', description: 'Two digits, as in NIP where one fits.', examples: ['30'] },
      message: { type: 'string' },
      data: { type: 'object', maxProperties: 0 },
      errors: { type: 'array', minItems: 1, items: ref('schemas', 'ErrorEntry') },
    },
  },
  ErrorEntry: {
    type: 'object',
    required: ['code', 'message', 'field', 'fix', 'retryable', 'docUrl', 'details'],
    properties: {
      code: { type: 'string', description: 'Stable; branch on this.', examples: ['missing_field'] },
      message: { type: 'string', description: 'For people; may change.' },
      field: { type: ['string', 'null'], description: 'JSON pointer to the field: `/nextOfKin/phone` in the body, `/query/page`, `/params/customerId`.' },
      fix: { type: 'string', description: 'What to do about it.' },
      retryable: { type: 'boolean', description: 'May the very same request succeed later?' },
      docUrl: { type: 'string' },
      details: { type: 'object', description: 'Facts of this one case, such as `attemptsRemaining`.' },
    },
  },
  AccessToken: {
    type: 'object',
    required: ['data', 'message', 'status', 'statusCode', 'errors'],
    properties: {
      data: {
        type: 'object',
        required: ['accessToken', 'tokenType', 'expiresAt'],
        properties: {
          accessToken: { type: 'string' },
          tokenType: { type: 'string', const: 'Bearer' },
          expiresAt: { type: 'string', pattern: '^\\d+$', description: 'Seconds of life, as text.' },
        },
      },
      message: { type: 'string' },
      status: { type: 'string', const: 'success' },
      statusCode: { type: 'integer', const: 200 },
      errors: { type: 'array', maxItems: 0, items: {} },
    },
  },
};

export const securitySchemes: Json = {
  accessToken: { type: 'http', scheme: 'bearer', description: 'The accessToken that `GET /auth/token` answered.' },
  clientCredential: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization: Bearer base64(clientId + ":" + secret)`. `Basic` in place of `Bearer` is taken too.',
  },
};

export const sharedParameters: Json = {
  requestId: {
    name: 'requestId',
    in: 'header',
    required: true,
    description: 'Unique for each request. A writing request sent again with the same requestId answers what it answered first, and does nothing.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
};

const header = (description: string, type = 'string'): Json => ({ description, schema: { type } });

export const sharedHeaders: Json = {
  requestId: header('The requestId of the request, when it was well-formed.'),
  'RateLimit-Limit': header('Requests a credential may make at once.', 'integer'),
  'RateLimit-Remaining': header('How many of them are left now.', 'integer'),
  'RateLimit-Reset': header('Seconds until all are back.', 'integer'),
  'Retry-After': header('Seconds to wait before trying again.', 'integer'),
  'Idempotency-Replayed': header('`true` when the answer is the one this requestId was given before.'),
};

/** One example per code, as the service would answer it. */
export function errorExamples(codes: ReadonlySet<ErrorCode>, publicUrl: string): Json {
  const examples: Json = {};
  for (const code of allCodes()) {
    if (!codes.has(code)) continue;
    examples[code] = { summary: catalogue[code].message, value: JSON.parse(failureAnswer(fail(code), publicUrl).body) };
  }
  return examples;
}

/** One response per HTTP status, with each code that can come with it as an example. */
export function errorResponses(codes: ReadonlySet<ErrorCode>): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of allCodes()) {
    if (!codes.has(code)) continue;
    const { httpStatus } = catalogue[code];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].toSorted(([a], [b]) => a - b).map(([status, each]) => [String(status), errorResponse(each)]));
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  const waits = codes.some((code) => catalogue[code].retryable);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: { requestId: ref('headers', 'requestId'), ...(waits ? { 'Retry-After': ref('headers', 'Retry-After') } : {}) },
    content: {
      'application/json': {
        schema: ref('schemas', 'Failure'),
        examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
      },
    },
  };
}

/** The catalogue's codes in its own order, which keeps the document stable. */
function allCodes(): ErrorCode[] {
  return Object.keys(catalogue).filter((code): code is ErrorCode => Object.hasOwn(catalogue, code));
}
