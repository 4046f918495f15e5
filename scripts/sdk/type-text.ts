/** JSON Schema as a TypeScript type, as text. Knows what our own document uses, and stops at what it does not know. */
import { isRecord } from '#src/lib/assert.ts';
import type { Schema } from './document.ts';

/** `sent`: a body, where unknown keys are refused; `received`: an answer, where a later version may add keys. */
export function typeText(schema: Schema, indent = ''): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema['const']).replaceAll('"', "'");
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))));
  for (const key of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[key])) return union(schema[key].filter(isRecord).map((each) => typeText(each, indent)));
  }
  if (Array.isArray(schema['allOf'])) return schema['allOf'].filter(isRecord).map((each) => typeText(each, indent)).join(' & ');
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((each) => typeText({ ...schema, type: each as unknown }, indent)));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayText(schema, indent);
    case 'object':
      return objectText(schema, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`A schema of type ${String(type)} has no TypeScript form here yet.`);
  }
}

function union(members: readonly string[]): string {
  return [...new Set(members)].join(' | ');
}

function arrayText(schema: Schema, indent: string): string {
  const item = isRecord(schema['items']) ? typeText(schema['items'], indent) : 'unknown';
  return isJoined(item) ? `(${item})[]` : `${item}[]`;
}

/** Does a union or an intersection stand outside all braces? */
function isJoined(text: string): boolean {
  let depth = 0;
  return [...text].some((sign) => {
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
    return depth === 0 && (sign === '|' || sign === '&');
  });
}

function objectText(schema: Schema, indent: string): string {
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  const values = isRecord(schema['additionalProperties']) ? schema['additionalProperties'] : null;
  if (properties.length === 0) return values === null ? 'Record<string, never>' : `Record<string, ${typeText(values, indent)}>`;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const inner = `${indent}  `;
  const lines = properties.map(([name, property]) => {
    const own = isRecord(property) ? property : {};
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    return `${comment(own['description'], inner)}${inner}${key}${required.has(name) ? '' : '?'}: ${typeText(own, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A doc comment of one line, or nothing. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()} */\n`;
}
