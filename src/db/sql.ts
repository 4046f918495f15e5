/**
 * SQL as tagged templates: values become parameters, nested fragments are inlined, and every distinct text is a
 * prepared statement. What is written is what runs: it can be pasted into psql.
 */
import { createHash } from 'node:crypto';

export type Sql = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string;
  /** One statement may do what several tenants ask by it: see `joinable`. */
  readonly joinable?: true;
  /** One statement may read what several ask by it: see `readById`. */
  readonly byId?: ById;
};

/** Which of a statement's lists are the tenants and ids whose records it reads, and the column of its rows that has the id. */
export type ById = { readonly tenantIds: readonly string[]; readonly ids: readonly string[]; readonly column: string };

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
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'text' in value && 'values' in value && 'name' in value;
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
  return { text: plan.text, values, name: plan.name };
}

/**
 * Says of a statement that, with the lists of several tenants one after another, it does for each what it would do for it alone. So each row that it reads or changes is
 * named by its tenant and its id together, in lists of one length; it locks in the order of tenants and then of ids; and what it answers has a column "tenantId".
 * Values that are no lists may differ: such statements are not joined.
 */
export function joinable(statement: Sql): Sql {
  return { ...statement, joinable: true };
}

/** For each item of a list the tenant whose it is: what a joinable statement names its rows by. */
export function tenantFor(tx: { readonly tenantId: string }, items: readonly unknown[]): string[] {
  return items.map(() => tx.tenantId);
}

/** The rows of a tenant with these ids, each once, to join with: `from account join ${idsOf(tx, numbers)} on tenant_id = of_tenant and account_number = of_id`. */
export function idsOf(tx: { readonly tenantId: string }, ids: readonly string[]): Sql {
  const each = [...new Set(ids)];
  return asked(tenantFor(tx, each), each);
}

function asked(tenantIds: readonly string[], ids: readonly string[]): Sql {
  return sql`unnest(${tenantIds}::text[], ${ids}::text[]) as asked (of_tenant, of_id)`;
}

/**
 * Reads records by their ids, with a fragment as `idsOf` answers it; each row has its id in this column. In a transaction that reads share, one statement does for all who ask by it
 * in one turn, each for one id, if their other values are the same (`joined-reads.ts`).
 */
export function readById(tx: { readonly tenantId: string }, ids: readonly string[], column: string, statement: (asked: Sql) => Sql): Sql {
  const each = [...new Set(ids)];
  const tenantIds = tenantFor(tx, each);
  return { ...statement(asked(tenantIds, each)), byId: { tenantIds, ids: each, column } };
}

/** What a template with fragments in it becomes, by which fragments stand where: a step for each place, named by its fragment's name, or empty for a value. */
type Composing = { steps: Map<string, Composing>; plan: Plan | null };

const composedPlans = new WeakMap<TemplateStringsArray, Composing>();

function composed(strings: TemplateStringsArray, values: readonly unknown[]): Sql {
  const bound: unknown[] = [];
  let at = composingOf(strings);
  for (const value of values) {
    let step = '';
    if (isFragment(value)) {
      step = value.name;
      for (const inner of value.values) bound.push(inner);
    } else bound.push(value);
    at = stepFrom(at, step);
  }
  if (at.plan === null) {
    const text = textOf(strings, values);
    at.plan = { text, name: statementName(text) };
  }
  return { text: at.plan.text, values: bound, name: at.plan.name };
}

function composingOf(strings: TemplateStringsArray): Composing {
  const known = composedPlans.get(strings);
  if (known !== undefined) return known;
  const first = { steps: new Map(), plan: null };
  composedPlans.set(strings, first);
  return first;
}

function stepFrom({ steps }: Composing, step: string): Composing {
  const known = steps.get(step);
  if (known !== undefined) return known;
  const next = { steps: new Map(), plan: null };
  steps.set(step, next);
  return next;
}

function textOf(strings: TemplateStringsArray, values: readonly unknown[]): string {
  let places = 0;
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    if (isFragment(value)) {
      const before = places;
      text += value.text.replace(/\$(\d+)/g, (_, position: string) => `$${Number(position) + before}`);
      places += value.values.length;
    } else {
      places += 1;
      text += `$${places}`;
    }
    text += strings[index + 1] ?? '';
  });
  return text;
}
