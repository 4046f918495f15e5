/** What goes in and comes out of one operation, for an OpenAPI document: parameters, body, answers. */
import { z } from 'zod';
import type { ErrorCode } from '#src/errors.ts';
import { exampleEnvelope } from './check-examples.ts';
import { errorResponses, ref } from './openapi-components.ts';
import type { Json, SchemaBook } from './openapi-schemas.ts';
import type { DeclaredRoute } from './route.ts';

/** What the routes of one document have in common: refusals, parameters and answer headers, named in the document's components. */
type Shared = { codes: ReadonlySet<ErrorCode>; parameters: readonly Json[]; headers: readonly string[] };

export function exchange(route: DeclaredRoute, book: SchemaBook, shared: Shared): Json {
  return {
    parameters: parameters(route, shared.parameters, book),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route, route.body, book) }),
    responses: { '200': successResponse(route, shared.headers, book), ...errorResponses(shared.codes) },
  };
}

function parameters(route: DeclaredRoute, shared: readonly Json[], book: SchemaBook): Json[] {
  const declared = Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...shared, ...fields(route, 'path', route.params, book), ...fields(route, 'query', route.query, book), ...declared];
}

function fields(route: DeclaredRoute, place: 'path' | 'query', schema: z.ZodObject | undefined, book: SchemaBook): Json[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => {
    const single = z.object({ [name]: field });
    const required = place === 'path' || !single.safeParse({}).success;
    // An optional field's schema says nothing of being optional; `required` beside it does.
    const { description, ...rest } = book.toJson(field instanceof z.ZodType ? field : z.unknown(), 'input', route.operationId);
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: rest };
  });
}

function requestBody(route: DeclaredRoute, body: z.ZodType, book: SchemaBook): Json {
  return {
    required: true,
    content: {
      'application/json': {
        schema: book.toJson(body, 'input', route.operationId),
        ...(route.requestExample === undefined ? {} : { examples: { example: route.requestExample } }),
      },
      ...Object.fromEntries(Object.entries(route.bodyMedia ?? {}).map(([media, { example }]) => [media, { schema: { type: 'string' }, example }])),
    },
  };
}

function successResponse(route: DeclaredRoute, headers: readonly string[], book: SchemaBook): Json {
  const extra = z.object(route.envelope ?? {});
  const { properties, required } = book.toJson(extra, 'output', route.operationId);
  const own = {
    type: 'object',
    properties: { data: book.toJson(route.data, 'output', route.operationId), ...(typeof properties === 'object' ? properties : {}) },
    required: ['data', ...(Array.isArray(required) ? required : [])],
  };
  const others = (route.otherMedia ?? []).map((media) => [media, { schema: { type: 'string' } }]);
  return {
    description: route.responseExample.summary,
    headers: Object.fromEntries(headers.map((name) => [name, ref('headers', name)])),
    content: {
      'application/json': {
        schema: { allOf: [ref('schemas', 'Envelope'), own] },
        examples: { example: { summary: route.responseExample.summary, value: exampleEnvelope(route.responseExample.value) } },
      },
      ...Object.fromEntries(others),
    },
  };
}
