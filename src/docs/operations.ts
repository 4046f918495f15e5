/** The operations of the OpenAPI document, as the documentation lists them. */
import { isRecord } from '#src/lib/assert.ts';

export type ListedOperation = { tag: string; method: string; path: string; operationId: string; summary: string; description: string; requestExample: unknown; query: readonly { name: string; required: boolean }[] };

export function listOperations(document: Readonly<Record<string, unknown>>): ListedOperation[] {
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, methods]) => Object.entries(isRecord(methods) ? methods : {})
    .filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]) && typeof entry[1]['operationId'] === 'string')
    .map(([method, operation]) => ({
      tag: String(Array.isArray(operation['tags']) ? operation['tags'][0] : ''),
      method: method.toUpperCase(),
      path,
      operationId: String(operation['operationId']),
      summary: String(operation['summary']),
      description: String(operation['description'] ?? ''),
      requestExample: requestExampleOf(operation['requestBody']),
      query: (Array.isArray(operation['parameters']) ? operation['parameters'] : []).filter(isRecord).filter((parameter) => parameter['in'] === 'query')
        .map((parameter) => ({ name: String(parameter['name']), required: parameter['required'] === true })),
    })));
}

function requestExampleOf(body: unknown): unknown {
  const content = isRecord(body) && isRecord(body['content']) ? body['content']['application/json'] : null;
  const examples = isRecord(content) && isRecord(content['examples']) ? Object.values(content['examples']) : [];
  const [first] = examples;
  return isRecord(first) ? first['value'] : null;
}
