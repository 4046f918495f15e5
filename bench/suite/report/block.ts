/** What a block of the suite found, for the report. */
import type { Refusals } from '../load/answers.ts';
import type { Chart } from './chart.ts';

export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] };

export type Goal = {
  /** Its letter. */
  id: string;
  what: string;
  aim: string;
  measured: string;
  /** What the aim is about, as a number; null: it could not be measured here. */
  value: number | null;
  met: boolean | null;
};

export type Rate = { what: string; perSecond: number };

export type Block = {
  title: string;
  /** What was done, and what must be known to read the tables; a paragraph each. */
  text: readonly string[];
  tables: readonly Table[];
  charts: readonly Chart[];
  goals: readonly Goal[];
  /** For the chart of all rates. */
  rates: readonly Rate[];
  refusals: Refusals;
  /** One line for each difference. */
  booksDifferences: readonly string[];
  /** The figures as they were measured, for the JSON. */
  raw: unknown;
};

export const emptyBlock = { text: [], tables: [], charts: [], goals: [], rates: [], refusals: {}, booksDifferences: [] } as const;

/** `aim` is met when the value is at least (or at most) the limit. */
export function goal(id: string, what: string, bound: 'at least' | 'at most', limit: number, value: number | null, unit: string, measured: string): Goal {
  const met = value === null || !Number.isFinite(value) ? null : bound === 'at least' ? value >= limit : value <= limit;
  return { id, what, aim: `${bound === 'at least' ? '≥' : '≤'} ${limit}${unit}`, measured, value, met };
}
