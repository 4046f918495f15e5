/** The generated file of the SDK: a type for each body, query and answer, a table of operations, and their methods by group. */
import type { ApiDocument, Operation } from './document.ts';
import { comment, quoted, typeText } from './type-text.ts';

/** Numbers that the query string carries as text. */
const countingParameters = new Set(['page', 'pageSize', 'limit']);

export function sdkText(document: ApiDocument): string {
  const { operations } = document;
  const groups = [...new Set(operations.map(groupOf))];
  return `${[
    '// Written by `npm run openapi` from openapi.json. Change the routes, not this file.',
    "import type { CallOptions, CursorList, PageList } from './call.ts';",
    '',
    `export const apiVersion = ${quoted(document.version)};`,
    '',
    ...listing('Codes of `errors`: stable, to branch on.', 'ErrorCode', document.errorCodes),
    '/** Every kind of event the service sends, with its `data`. */',
    'export interface EventData {',
    ...document.events.map(({ kind, data }) => `  ${quoted(kind)}: ${typeText(data, '  ')};`),
    '}',
    '',
    'export type EventKind = keyof EventData;',
    '',
    ...operations.flatMap(typesOf),
    ...groups.flatMap((group) => groupInterface(group, operations.filter((operation) => groupOf(operation) === group))),
    '/** Every operation, by group. */',
    'export interface Operations {',
    ...groups.map((group) => `  ${group}: ${pascal(group)}Operations;`),
    '}',
    '',
    '/** What the client must know of each operation at run time. */',
    'export const operations = {',
    ...operations.map((operation) => `  ${operation.operationId}: ${tableRow(operation)},`),
    '} as const;',
  ].join('\n')}\n`;
}

function listing(meaning: string, name: string, members: readonly string[]): string[] {
  return [`/** ${meaning} */`, `export type ${name} =`, ...members.map((member, index) => `  | ${quoted(member)}${index === members.length - 1 ? ';' : ''}`), ''];
}

/** `OTP utilities` → `otpUtilities`. */
function groupOf(operation: Operation): string {
  const words = operation.tag.split(/\W+/).map((word) => word.toLowerCase());
  return words.map((word, index) => (index === 0 ? word : pascal(word))).join('');
}

function pascal(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function typesOf(operation: Operation): string[] {
  const name = pascal(operation.operationId);
  const lines: string[] = [];
  if (operation.body !== null) lines.push(`export type ${name}Body = ${typeText(operation.body)};`, '');
  if (operation.query.length > 0) {
    const fields = operation.query.map((parameter) => {
      // The client counts pages itself, so nobody has to begin with page 1.
      const optional = !parameter.required || (operation.list !== null && countingParameters.has(parameter.name));
      const type = countingParameters.has(parameter.name) ? 'number' : typeText(parameter.schema, '  ');
      return `${comment(parameter.schema['description'], '  ')}  ${parameter.name}${optional ? '?' : ''}: ${type};`;
    });
    lines.push(`export type ${name}Query = {`, ...fields, '};', '');
  }
  const item = operation.list === null ? operation.data : operation.data['items'];
  lines.push(`export type ${name}${operation.list === null ? 'Data' : 'Item'} = ${typeText((item ?? {}) as Operation['data'])};`, '');
  return lines;
}

function groupInterface(group: string, operations: readonly Operation[]): string[] {
  return [`export interface ${pascal(group)}Operations {`, ...operations.map((operation) => `${comment(docOf(operation), '  ')}  ${signature(operation)}`), '}', ''];
}

function docOf(operation: Operation): string {
  return `${operation.summary}. ${operation.description} \`${operation.method} ${operation.path}\`${operation.sandboxOnly ? ' Sandbox only.' : ''}`;
}

function signature(operation: Operation): string {
  const name = pascal(operation.operationId);
  const args = operation.params.map((param) => `${param}: string`);
  if (operation.body !== null) args.push(`body${isOptional(operation.body) ? '?' : ''}: ${name}Body`);
  if (operation.query.length > 0) args.push(`query${operation.list !== null || operation.query.every((parameter) => !parameter.required) ? '?' : ''}: ${name}Query`);
  args.push('options?: CallOptions');
  const result = operation.list === 'pages' ? `PageList<${name}Item>` : operation.list === 'cursor' ? `CursorList<${name}Item>` : `Promise<${name}Data>`;
  return `${operation.operationId}(${args.join(', ')}): ${result};`;
}

function isOptional(body: Operation['data']): boolean {
  return !Array.isArray(body['required']) || body['required'].length === 0;
}

function tableRow(operation: Operation): string {
  const media = operation.otherMedia.map(quoted).join(', ');
  return `{ group: ${quoted(groupOf(operation))}, method: ${quoted(operation.method)}, path: ${quoted(operation.path)}, body: ${String(operation.body !== null)}, query: ${String(operation.query.length > 0)}, list: ${operation.list === null ? 'null' : quoted(operation.list)}, otherMedia: [${media}] }`;
}
