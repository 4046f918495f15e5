/** The generated file of the dashboard: what each of its calls takes and answers, and where it goes. */
import type { ApiDocument, Operation } from '../sdk/document.ts';
import { comment, quoted, typeText } from '../sdk/type-text.ts';

export function callsText({ operations, errorCodes }: ApiDocument): string {
  return `${[
    '// Written by `npm run openapi` from dashboard-openapi.json. Change the routes, not this file.',
    '',
    'export type ErrorCode =',
    ...errorCodes.map((code, index) => `  | ${quoted(code)}${index === errorCodes.length - 1 ? ';' : ''}`),
    '',
    '/** What each call takes, and the envelope it answers with. */',
    'export interface Calls {',
    ...operations.flatMap(callType),
    '}',
    '',
    'export const calls = {',
    ...operations.map(({ operationId, method, path }) => `  ${operationId}: [${quoted(method)}, ${quoted(path)}],`),
    '} as const satisfies Record<keyof Calls, readonly [string, string]>;',
  ].join('\n')}\n`;
}

function callType(operation: Operation): string[] {
  const { operationId, data, besideData, summary } = operation;
  const beside = Object.entries(besideData).map(([name, schema]) => `${name}: ${typeText(schema, '    ')}`);
  const input = inputParts(operation);
  return [
    `${comment(`${summary}.`, '  ')}  ${operationId}: {`,
    `    input: ${input.length === 0 ? 'unknown' : `{ ${input.join('; ')} }`};`,
    `    answer: { ${[`data: ${typeText(data, '    ')}`, ...beside].join('; ')} };`,
    '  };',
  ];
}

/** What a call has; a part that may be left out whole is optional. */
function inputParts({ params, query, body }: Operation): string[] {
  const parts: string[] = [];
  if (params.length > 0) parts.push(`path: { ${params.map((name) => `${name}: ${name === 'environment' ? "'test' | 'live'" : 'string'}`).join('; ')} }`);
  if (query.length > 0) {
    const needed = query.some(({ required }) => required);
    parts.push(`query${needed ? '' : '?'}: { ${query.map((each) => `${each.name}${each.required ? '' : '?'}: ${typeText(each.schema, '    ')}`).join('; ')} }`);
  }
  if (body !== null) parts.push(`body: ${typeText(body, '    ')}`);
  return parts;
}
