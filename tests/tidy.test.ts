import { describe, expect, test } from 'vitest';
import { mayImport, tableOwners, testSupport } from '#tests/tidy/house.ts';
import { isProduct, nameFaults, type Rule, rules, textFaults } from '#tests/tidy/rules.ts';
import { listFiles, parseSource, readRepositoryFile, readSources } from '#tests/tidy/source-file.ts';

const code = ['src', 'tests', 'scripts', 'sdk/src', 'cli/src', 'dashboard/src'];
/** Written by a program, for the compiler. */
const isGenerated = (path: string): boolean => path.endsWith('.gen.ts');
const files = readSources(code).filter(({ path }) => !isGenerated(path));

describe('the tree', () => {
  test.each(Object.entries(rules))('keeps the rule %s', (_name, rule: Rule) => {
    expect(files.flatMap(rule)).toEqual([]);
  });

  test('has no open ends and names no machine', () => {
    const paths = [...listFiles([...code, 'docs'], ''), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json', '.ci/run'];
    expect(paths.flatMap((path) => textFaults(path, readRepositoryFile(path)))).toEqual([]);
  });

  test('names files in kebab-case after what they export', () => {
    expect(['.ts', '.tsx', '.mjs'].flatMap((end) => listFiles(code, end)).filter((path) => !isGenerated(path)).flatMap(nameFaults)).toEqual([]);
  });

  test('keeps half of its files under a hundred lines', () => {
    const lengths = files.filter(({ path }) => isProduct(path)).map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100);
  });

  test('holds no file that the program does not reach', () => {
    const reached = reachedFrom(files.filter(({ path }) => /^src\/(main|cli\/[\w-]+|documents\/child|sandbox\/rail-simulator\/main)\.ts$/.test(path)).map(({ path }) => path));
    expect(files.map(({ path }) => path).filter((path) => isProduct(path) && !reached.has(path))).toEqual([]);
  });

  test('holds no test support that no test uses', () => {
    const reached = reachedFrom(files.filter(({ path }) => path.endsWith('.test.ts')).map(({ path }) => path));
    expect(testSupport.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('gives each table of the migrations to one folder', () => {
    const created = listFiles(['src/db/migrations'], '.sql').flatMap((path) => [...readRepositoryFile(path).matchAll(/^create table (\w+)/gm)].map((match) => match[1] ?? ''));
    expect(created.toSorted()).toEqual(Object.keys(tableOwners).toSorted());
  });

  test('lists areas from the ground up, so that no two import each other', () => {
    const order = Object.keys(mayImport);
    const upward = Object.entries(mayImport).flatMap(([area, allowed]) => allowed.filter((other) => order.indexOf(other) >= order.indexOf(area)).map((other) => `${area} → ${other}`));
    expect(upward).toEqual([]);
  });
});

describe('a rule fails when it is broken:', () => {
  const broken: [keyof typeof rules, string, string][] = [
    ['imports', 'src/lib/money.ts', `import { sql } from '#src/db/sql.ts';`],
    ['imports', 'src/accounts/verb.ts', `import { x } from '#src/transfers/send.ts';`],
    ['imports', 'src/novelty/verb.ts', ''],
    ['stores', 'src/webhooks/verb.ts', `import { lockTransfers } from '#src/transfers/store.ts';`],
    ['stores', 'src/webhooks/verb.ts', `import { selectEnquiries } from '#src/transfers/enquiry-store.ts';`],
    ['adapters', 'src/transfers/send.ts', `import { createEasyPayRail } from './rails/easypay.ts';`],
    ['testSupport', 'src/kyc/verb.ts', `import { startTestApp } from '#tests/support/test-app.ts';`],
    ['sqlAtHome', 'src/webhooks/store.ts', 'const q = sql`select 1 from ledger_entry where tenant_id = ${id}`;'],
    ['sqlAtHome', 'src/otp/store.ts', 'const q = sql`update account set version = version + 1`;'],
    ['length', 'src/lib/long.ts', '\n'.repeat(301)],
    ['length', 'src/lib/long.ts', `export function long(): void {${'\n'.repeat(71)}}`],
    ['clocks', 'src/transfers/send.ts', 'const now = Date.now();'],
    ['clocks', 'src/otp/issue.ts', 'const now = new Date();'],
    ['clocks', 'src/otp/issue.ts', 'const code = Math.random();'],
    ['types', 'src/lib/loose.ts', 'export const loose = (value: any) => value;'],
    ['types', 'src/lib/loose.ts', 'export const loose = value!;'],
    ['types', 'src/lib/loose.ts', 'export const loose = value as string;'],
    ['shape', 'src/lib/shape.ts', 'export class Thing {}'],
    ['shape', 'src/lib/shape.ts', 'export default 1;'],
    ['shape', 'src/lib/shape.ts', `export * from './money.ts';`],
    ['shape', 'src/lib/shape.ts', 'enum Colour { Red }'],
    ['pages', 'dashboard/src/pages/home/HomePage.tsx', `import { naira } from '#src/lib/money.ts';`],
    ['pages', 'dashboard/src/components/page.tsx', `import { useSession } from '@/app/session.ts';`],
    ['pages', 'dashboard/src/app/Shell.tsx', `import { HomePage } from '@/pages/home/HomePage.tsx';`],
    ['pages', 'dashboard/src/pages/home/HomePage.tsx', 'const answer = await fetch("/v1/transfers");'],
    ['pages', 'dashboard/src/pages/home/HomePage.tsx', 'export const HomePage = (props: any) => <p>{props.text}</p>;'],
    ['length', 'dashboard/src/pages/home/HomePage.tsx', '\n'.repeat(301)],
    ['wholeRuns', 'src/lib/a.test.ts', `test.${'skip'}('never', () => {});`],
    ['wholeRuns', 'src/lib/a.test.ts', `describe.${'only'}('alone', () => {});`],
  ];
  test.each(broken)('%s, in %s: %s', (name, path, text) => {
    const rule: Rule = rules[name];
    expect(rule(parseSource(path, text))).toHaveLength(1);
  });

  test('what the rules allow passes', () => {
    const text = [
      `import type { Context } from '#src/context.ts';`,
      `import { type Lanes } from '#src/transfers/lanes.ts';`,
      'export class Trouble extends Error {}',
      'export const kinds = [1, 2] as const;',
      'export const later = (now: Date): Date => new Date(now.getTime() + 1000);',
      'const q = sql`select 1 from customer c join due on true where c.tenant_id = ${id}`;',
    ].join('\n');
    const file = parseSource('src/customers/verb.ts', text);
    expect(Object.values(rules).flatMap((rule: Rule) => rule(file))).toEqual([]);
  });

  test('open ends and machines in texts', () => {
    expect(textFaults('docs/a.md', `a ${'TO'}${'DO'} is left`)).toHaveLength(1);
    expect(textFaults('docs/a.md', `see ${'/ho'}me/me/notes`)).toHaveLength(1);
    expect(textFaults('docs/a.md', 'src/work/lanes.ts and https://example.com/home/page')).toEqual([]);
  });

  test('names', () => {
    expect([...nameFaults('src/a/FooBar.ts'), ...nameFaults('src/a/utils.ts'), ...nameFaults('src/a/text-helpers.ts')]).toHaveLength(3);
    expect(nameFaults('src/a/read-account.test.ts')).toEqual([]);
  });
});

function reachedFrom(entries: readonly string[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { target, isPackage } of byPath.get(path)?.imports ?? []) if (!isPackage) open.push(target);
  }
  return reached;
}
