/** Where two verdicts about the same question agree. Pure, and booleans alone: nothing of what a registry holds goes through here. */
import type { Verdict } from './verdict.ts';

export type Agreement = { agrees: boolean | null; fields: Record<string, boolean | null> };

/** `agrees` is null, and there are no fields, where the shadow decided nothing. A field is null where one of the two did not say. */
export function compareVerdicts(given: Verdict, shadow: Verdict): Agreement {
  if (shadow.outcome === 'provider_unavailable') return { agrees: null, fields: {} };
  const names = [...new Set([...Object.keys(given.fields), ...Object.keys(shadow.fields)])].toSorted();
  const same = (name: string): boolean | null => {
    const [a, b] = [given.fields[name] ?? null, shadow.fields[name] ?? null];
    return a === null || b === null ? null : a === b;
  };
  return { agrees: given.outcome === shadow.outcome, fields: Object.fromEntries(names.map((name) => [name, same(name)])) };
}
