/** Turns route schemas into JSON Schema for the OpenAPI document, with named ones gathered once. */
import { z } from 'zod';

export type Json = Record<string, unknown>;

export type SchemaBook = {
  /** The schema of what a caller sends (`input`) or receives (`output`), ready to stand anywhere in the document. */
  toJson(schema: z.ZodType, side: 'input' | 'output', owner: string): Json;
  /** Named schemas met so far, for `components.schemas`. */
  named: Json;
};

/** A book of schemas. A schema with an `id` in its metadata is listed once; where its two sides differ, twice. */
export function createSchemaBook(): SchemaBook {
  const named: Json = {};
  return {
    named,
    toJson(schema, side, owner) {
      const { $schema: _dialect, $defs: definitions, ...rest } = asJson(
        z.toJSONSchema(schema, { io: side, unrepresentable: 'any', override: ({ jsonSchema }) => simplify(jsonSchema) }),
      );
      if (definitions === undefined) return rest;
      const names = new Map<string, string>();
      const all = asJson(definitions);
      for (const [name, definition] of Object.entries(all)) names.set(name, pickName(named, name, definition, side, owner));
      for (const [name, definition] of Object.entries(all)) named[names.get(name) ?? name] = rename(definition, names);
      return asJson(rename(rest, names));
    },
  };
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Formats stand for themselves; their patterns and the safe-integer bounds only bury what a reader looks for. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format === 'date-time' || schema.format === 'date' || schema.format === 'email') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Anonymous recursive schemas are named after the operation that has them. */
function pickName(named: Json, name: string, definition: unknown, side: 'input' | 'output', owner: string): string {
  const own = name.startsWith('__') ? `${owner}${name.replace('__schema', 'Part')}` : name;
  const before = named[own];
  if (before === undefined || JSON.stringify(before) === JSON.stringify(definition)) return own;
  return `${own}${side === 'input' ? 'Input' : 'Output'}`;
}

function rename(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((each) => rename(each, names));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, rename(value, names)];
      const name = value.replace('#/$defs/', '');
      return [key, `#/components/schemas/${names.get(name) ?? name}`];
    }),
  );
}
