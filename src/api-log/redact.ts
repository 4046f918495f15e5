/**
 * What is left of a body in the log of calls. Nothing is kept because it looks harmless: a name stays when the reference declares it, a value when
 * it is one of the reference's own words, an id that was made here, or a kind of number that says nothing of a person. Everything else is
 * a placeholder with its field's name, so that a call can be read and sent again without whose it was.
 */
import { isErrorCode } from '#src/errors.ts';
import { isRecord } from '#src/lib/assert.ts';

/** Names of fields, and values of enumerations, as the OpenAPI document declares them. */
export type Vocabulary = { names: ReadonlySet<string>; words: ReadonlySet<string> };

/** Whatever is declared of them, their values never stay, number or not. */
const never = /otp|secret|token|password|pin$|bvn|nin$|phone|email|name$|address|birth|dob|image|picture|selfie|document|signature|computed|body|narration|description|reason|search/i;
const made = /^[a-z]{2,4}_[0-9a-f]{32}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
/** Numbers of accounts, customers, banks and sessions at the rail: business, ten digits or fewer, or thirty. */
const shapes: Readonly<Record<string, RegExp>> = {
  accountNumber: /^\d{10}$/, sourceAccountNumber: /^\d{10}$/, beneficiaryAccountNumber: /^\d{10}$/, settlesTo: /^\d{10}$/, customerId: /^\d{10}$/, bankCode: /^\d{3,6}$/, beneficiaryBankCode: /^\d{3,6}$/,
  sessionId: /^\d{30}$/, nameEnquirySessionId: /^\d{30}$/, responseCode: /^[0-9A-Z]{2}$/, statusCode: /^\d{2}$/, statuscode: /^\d{2}$/, page: /^\d{1,7}$/, pageSize: /^\d{1,3}$/, limit: /^\d{1,4}$/,
};
/** Numbers that callers send; in other fields of a request even a number may be somebody's. */
const quantities = /^(?:amount|perTransfer|perDay|perDayTransfers|expTime|advanceSeconds|overlapHours|percentShareholder|threshold|page|pageSize|limit)$/;

const most = { depth: 8, items: 10, fields: 60, characters: 8_000 } as const;

export type Side = 'request' | 'answer';

export type Redactor = {
  /** A body as the text that is kept; null for none. */
  body(value: unknown, side: Side): string | null;
  /** A parameter of a path or a query, under its name. */
  parameter(name: string, value: string): string;
  name(text: string): string | null;
};

export function createRedactor({ names, words }: Vocabulary): Redactor {
  const nameOf = (text: string): string | null => (names.has(text) ? text : null);
  // Declared names, some dozens in each call, are judged here once.
  const neverNames = new Set([...names].filter((name) => never.test(name)));
  const isNever = (name: string): boolean => (names.has(name) ? neverNames.has(name) : never.test(name));

  function kept(value: unknown, name: string, side: Side, depth: number): unknown {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') return isNever(name) || (side === 'request' && !quantities.test(name)) ? placeholder(name) : value;
    if (typeof value === 'string') return isHarmless(name, value) ? value : placeholder(name);
    if (depth >= most.depth) return placeholder(name);
    if (Array.isArray(value)) {
      const items = value.slice(0, most.items).map((item) => kept(item, name, side, depth + 1));
      return value.length > most.items ? [...items, `<${value.length - most.items} more>`] : items;
    }
    return isRecord(value) ? fields(value, side, depth) : placeholder(name);
  }

  function fields(record: Readonly<Record<string, unknown>>, side: Side, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    let unknown = 0;
    for (const [key, value] of Object.entries(record).slice(0, most.fields)) {
      const name = nameOf(key);
      if (name === null) unknown += 1;
      else result[name] = kept(value, name, side, depth + 1);
    }
    return unknown === 0 ? result : { ...result, '<undeclared>': unknown };
  }

  function isHarmless(name: string, value: string): boolean {
    if (name === 'field') return /^(?:\/[^/]*)+$/.test(value) && value.slice(1).split('/').every((step) => /^\d{1,3}$/.test(step) || names.has(step) || step === 'query' || step === 'header');
    if (name === 'code') return isErrorCode(value);
    if (isNever(name)) return /Refer(?:ence|nece)Id$/.test(name) && made.test(value);
    return made.test(value) || words.has(value) || shapes[name]?.test(value) === true || moment.test(value) || (name === 'amount' && /^\d{1,12}(?:\.\d{1,2})?$/.test(value));
  }

  return {
    body(value, side) {
      if (value === undefined || value === null) return null;
      const text = JSON.stringify(kept(value, 'body', side, 0));
      return text.length > most.characters ? null : text;
    },
    parameter: (name, value) => (isHarmless(name, value) ? value : placeholder(name)),
    name: nameOf,
  };
}

const placeholder = (name: string): string => `<${name}>`;

/** Everything an OpenAPI document declares, wherever it stands in it; examples are no declarations. */
export function vocabularyOf(document: unknown): Vocabulary {
  const names = new Set<string>(['statusCode', 'message', 'data', 'errors', 'code', 'field', 'retryable', 'details']);
  const words = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!isRecord(node)) return;
    if (isRecord(node['properties'])) for (const name of Object.keys(node['properties'])) names.add(name);
    if (typeof node['name'] === 'string' && typeof node['in'] === 'string') names.add(node['name']);
    if (typeof node['const'] === 'string') words.add(node['const']);
    if (Array.isArray(node['enum'])) for (const word of node['enum']) if (typeof word === 'string') words.add(word);
    for (const [key, inner] of Object.entries(node)) if (key !== 'example' && key !== 'examples' && key !== 'default') walk(inner);
  };
  walk(document);
  return { names, words };
}
