/**
 * Reads JSON of banks, in which ids come as strings, as numbers, in quotes within quotes or without their leading zeros.
 *
 * Every number is kept as the text it was written with, so thirty digits stay thirty digits and `9.9e+29` stays visibly broken.
 */
import { isRecord } from '#src/lib/assert.ts';

/** The value of a text, numbers as their source text; undefined when it is no JSON. */
export function parseWireJson(text: string): unknown {
  try {
    return JSON.parse(text, keepSource);
  } catch {
    return undefined;
  }
}

/** The same for an object; null when it is none. */
export function parseWireRecord(text: string): Record<string, unknown> | null {
  const value = parseWireJson(text);
  return isRecord(value) ? value : null;
}

/** Trimmed text of a field without the quotes some answers wrap around it; undefined when it is missing or blank. */
export function readWireText(record: Record<string, unknown>, key: string): string | undefined {
  const value = record[key];
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/^["']+|["']+$/g, '').trim();
  return text === '' ? undefined : text;
}

/** A 30-digit id; undefined for anything else, floating-point forms above all. */
export function readSessionId(record: Record<string, unknown>, key: string): string | undefined {
  const text = readWireText(record, key);
  return text !== undefined && /^\d{30}$/.test(text) ? text : undefined;
}

/** A 10-digit account number, its lost leading zeros put back. */
export function readAccountNumber(record: Record<string, unknown>, key: string): string | undefined {
  const text = readWireText(record, key);
  return text !== undefined && /^\d{1,10}$/.test(text) ? text.padStart(10, '0') : undefined;
}

/** A two-character response code; a number has lost its leading zero. */
export function readResponseCode(record: Record<string, unknown>, key: string): string | undefined {
  const text = readWireText(record, key)?.toUpperCase().padStart(2, '0');
  return text !== undefined && /^[0-9A-Z]{2}$/.test(text) ? text : undefined;
}

// The third argument carries the source text (ECMAScript, JSON.parse source text access).
function keepSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}
