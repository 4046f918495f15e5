import { maskNumber } from './identifiers.ts';

/**
 * A Nigerian mobile number as E.164 (`+234` and ten digits), or null. Accepts `080…`, `80…`, `234…`, `+234…`, `00234…`, each also with
 * the domestic 0 kept after the country code, and spaces, dashes, dots and brackets between. Never throws.
 */
export function parseNigerianPhone(text: string): string | null {
  if (text.length > 40) return null;
  const match = /^(?:(?:\+|00)?2340?|0)?([789]\d{9})$/.exec(text.replace(/[\s().-]/g, ''));
  return match === null ? null : `+234${match[1] ?? ''}`;
}

/** `+2348030000012` → `+23480*****012`. Anything that is no Nigerian number is masked as `maskNumber` does. */
export function maskPhone(text: string): string {
  const phone = parseNigerianPhone(text);
  return phone === null ? maskNumber(text) : `${phone.slice(0, 6)}*****${phone.slice(-3)}`;
}
