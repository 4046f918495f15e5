/**
 * The rail's settlement report of a day: what it paid and what it refused, each payment once, final. CSV with a header:
 * `railRef,amount,responseCode,direction`, naira with two decimals. Pure.
 */
import { nairaText, parseNaira } from '#src/lib/money.ts';
import { isCalendarDay } from '#src/lib/time.ts';

export type SettlementLine = {
  /** Outward: the sender's reference. Inward: the session id of the credit. 30 digits. */
  railRef: string;
  amountKobo: bigint;
  /** NIP code; 00 is paid. */
  responseCode: string;
  direction: 'outward' | 'inward';
};

const header = 'railRef,amount,responseCode,direction';

export function formatSettlementFile(lines: readonly SettlementLine[]): string {
  return [header, ...lines.map((line) => [line.railRef, nairaText(line.amountKobo), line.responseCode, line.direction].join(','))].join('\n').concat('\n');
}

export type ParsedSettlement = {
  /** Each reference and direction once. */
  lines: SettlementLine[];
  /** One sentence for each line that was left out. */
  faults: string[];
};

/** Reads what it can: a line that makes no sense, or that contradicts another one, is a fault and settles nothing. */
export function parseSettlementFile(text: string): ParsedSettlement {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (first.trim() !== header) return { lines: [], faults: [`line 1: the header must be ${header}`] };
  const byKey = new Map<string, SettlementLine>();
  const contradicted = new Set<string>();
  const faults: string[] = [];
  for (const [index, raw] of rest.entries()) {
    if (raw.trim() === '') continue;
    const line = parseLine(raw);
    if (line === null) {
      faults.push(`line ${index + 2}: not a settlement line`);
      continue;
    }
    const key = `${line.direction} ${line.railRef}`;
    const before = byKey.get(key);
    byKey.set(key, before ?? line);
    if (before !== undefined && (before.amountKobo !== line.amountKobo || before.responseCode !== line.responseCode)) {
      contradicted.add(key);
      faults.push(`line ${index + 2}: ${line.railRef} contradicts an earlier line; neither counts`);
    }
  }
  return { lines: [...byKey].flatMap(([key, line]) => (contradicted.has(key) ? [] : [line])), faults };
}

function parseLine(raw: string): SettlementLine | null {
  const [railRef = '', amount = '', responseCode = '', direction = '', ...more] = raw.split(',').map((field) => field.trim());
  const naira = parseNaira(amount);
  if (more.length > 0 || !/^\d{30}$/.test(railRef) || !naira.ok || !/^[0-9A-Z]{2,3}$/.test(responseCode)) return null;
  return direction === 'outward' || direction === 'inward' ? { railRef, amountKobo: naira.kobo, responseCode, direction } : null;
}

/**
 * The Lagos day a reference names, "YYYY-MM-DD", or null. A payment belongs to the day of its reference, whenever it is decided:
 * so both sides agree on the day, around midnight too.
 */
export function dayOfReference(railRef: string): string | null {
  const match = /^\d{6}(\d{2})(\d{2})(\d{2})\d{18}$/.exec(railRef);
  if (match === null) return null;
  const day = `20${match[1] ?? ''}-${match[2] ?? ''}-${match[3] ?? ''}`;
  return isCalendarDay(day) ? day : null;
}
