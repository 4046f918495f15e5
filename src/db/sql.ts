/**
 * SQL as tagged templates: values become parameters, nested fragments are inlined, and every distinct text is a
 * prepared statement. What is written is what runs: it can be pasted into psql.
 */
import { createHash } from 'node:crypto';
import { arrayText } from './array-text.ts';

export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name: string };

type Plan = { text: string; name: string };

const plansByTemplate = new WeakMap<TemplateStringsArray, Plan>();
const namesByText = new Map<string, string>();

function statementName(text: string): string {
  let name = namesByText.get(text);
  if (name === undefined) {
    name = `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    namesByText.set(text, name);
  }
  return name;
}

function isFragment(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value && 'name' in value;
}

function bindable(value: unknown): unknown {
  return Array.isArray(value) ? arrayText(value) : value;
}

/** Builds one statement. Values are bound, never spliced, lists as arrays; a nested `sql` fragment is spliced with its own values. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  if (values.some(isFragment)) return composed(strings, values);
  let plan = plansByTemplate.get(strings);
  if (plan === undefined) {
    const text = strings.reduce((left, right, index) => `${left}$${index}${right}`);
    plan = { text, name: statementName(text) };
    plansByTemplate.set(strings, plan);
  }
  return { text: plan.text, values: values.map(bindable), name: plan.name };
}

function composed(strings: TemplateStringsArray, values: readonly unknown[]): Sql {
  const bound: unknown[] = [];
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    if (isFragment(value)) {
      text += value.text.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + bound.length}`);
      bound.push(...value.values);
    } else {
      bound.push(bindable(value));
      text += `$${bound.length}`;
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values: bound, name: statementName(text) };
}
