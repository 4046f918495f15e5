/** The part of an OpenAPI 3.1 document that a client needs, read once and checked. */
import { isRecord, readArray, readNullableString, readRecord, readString } from '#src/lib/assert.ts';

export type Schema = Readonly<Record<string, unknown>>;

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** Names in the order of the path. */
  params: readonly string[];
  query: readonly { name: string; required: boolean; schema: Schema }[];
  takesScenario: boolean;
  sandboxOnly: boolean;
  body: Schema | null;
  /** Shape of `data`. */
  data: Schema;
  /** Shapes of what the envelope has beside it, paging and the like. */
  besideData: Readonly<Record<string, Schema>>;
  /** How a list goes on: by page numbers, by a cursor, or not at all. */
  list: 'pages' | 'cursor' | null;
  /** Media types a success may have beside JSON. */
  otherMedia: readonly string[];
};

export type ApiDocument = { version: string; operations: readonly Operation[]; errorCodes: readonly string[]; /** Kind and the shape of its data. */ events: readonly { kind: string; data: Schema }[]; schemas: Schema };

/** The token's own operations are left out: the client calls them itself. */
const ownCalls = 'Authentication';

export function readDocument(text: string): ApiDocument {
  const document = readRecord(JSON.parse(text), 'openapi');
  const components = readRecord(document['components'], 'components');
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(readRecord(document['paths'], 'paths'))) {
    for (const [method, operation] of Object.entries(readRecord(methods, path))) {
      if (isRecord(operation) && typeof operation['operationId'] === 'string') operations.push(readOperation(path, method, operation));
    }
  }
  return {
    version: readString(readRecord(document['info'], 'info'), 'version'),
    operations: operations.filter((operation) => operation.tag !== ownCalls),
    errorCodes: Object.keys(readRecord(components['examples'], 'examples')),
    events: Object.entries(isRecord(document['webhooks']) ? document['webhooks'] : {}).map(([kind, item]) => ({ kind, data: eventData(readRecord(item, kind)) })),
    schemas: readRecord(components['schemas'], 'schemas'),
  };
}

function readOperation(path: string, method: string, operation: Schema): Operation {
  const parameters = readArray(operation['parameters'] ?? []).filter(isRecord).filter((parameter) => '$ref' in parameter === false);
  const named = (place: string) => parameters.filter((parameter) => parameter['in'] === place);
  const answers = readRecord(readRecord(operation['responses'], 'responses')['200'], '200');
  const media = readRecord(answers['content'], 'content');
  const envelope = isRecord(media['application/json']) ? shapeOf(readRecord(media['application/json']['schema'], 'schema')) : {};
  return {
    operationId: readString(operation, 'operationId'),
    method: method.toUpperCase(),
    path,
    tag: String(readArray(operation['tags'])[0]),
    summary: readString(operation, 'summary'),
    description: readNullableString(operation, 'description') ?? '',
    params: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    query: named('query').map((parameter) => ({
      name: readString(parameter, 'name'),
      required: parameter['required'] === true,
      schema: { ...readRecord(parameter['schema'], 'schema'), ...(typeof parameter['description'] === 'string' ? { description: parameter['description'] } : {}) },
    })),
    takesScenario: named('header').some((parameter) => parameter['name'] === 'X-Scenario'),
    sandboxOnly: operation['x-sandbox-only'] === true,
    body: bodyOf(operation['requestBody']),
    data: isRecord(envelope['data']) ? envelope['data'] : {},
    besideData: Object.fromEntries(Object.entries(envelope).flatMap(([name, schema]) => (name === 'data' || !isRecord(schema) ? [] : [[name, schema]]))),
    list: 'nextCursor' in envelope ? 'cursor' : 'currentPage' in envelope && isRecord(envelope['data']) && envelope['data']['type'] === 'array' ? 'pages' : null,
    otherMedia: Object.keys(media).filter((type) => type !== 'application/json'),
  };
}

function eventData(item: Schema): Schema {
  const body = bodyOf(readRecord(item['post'], 'post')['requestBody']);
  return readRecord(readRecord(body?.['properties'], 'event')['data'], 'data');
}

function bodyOf(requestBody: unknown): Schema | null {
  if (!isRecord(requestBody) || !isRecord(requestBody['content'])) return null;
  const json = requestBody['content']['application/json'];
  return isRecord(json) && isRecord(json['schema']) ? json['schema'] : null;
}

/** Properties of an envelope: `allOf` of the common one and the operation's own. */
function shapeOf(schema: Schema): Schema {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isRecord) : [schema];
  return Object.assign({}, ...parts.map((part) => (isRecord(part['properties']) ? part['properties'] : {}))) as Schema;
}
