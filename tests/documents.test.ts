import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { guideOrder } from '#src/docs/guides.ts';
import { catalogue } from '#src/errors.ts';
import { eventKinds } from '#src/events/kinds.ts';
import { isRecord } from '#src/lib/assert.ts';
import { type MemberRole, memberRoles } from '#src/organizations/members.ts';
import { operatorPermissions, permissions, rolePermissions, roleScopes } from '#src/organizations/permissions.ts';
import { scopes } from '#src/organizations/scopes.ts';
import { registryScenarios } from '#src/sandbox/registry-simulator/scenarios.ts';
import { transferScenarios } from '#src/transfers/rails/scenario-names.ts';
import { listFiles, readRepositoryFile } from '#tests/tidy/source-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...listFiles(['docs', 'src', 'tests', 'sdk', 'cli'], '.md')];

const missing = (document: string, names: readonly string[]): string[] => {
  const text = readRepositoryFile(document);
  return names.filter((name) => !text.includes(`\`${name}\``));
};

test('links between documents lead somewhere', () => {
  const dead = documents.flatMap((document) => [...readRepositoryFile(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
    .filter((match) => !existsSync(join(root, dirname(document), match[1] ?? '')))
    .map((match) => `${document}: ${match[1]}`));
  expect(dead).toEqual([]);
});

test('files that documents name exist', () => {
  const named = documents.flatMap((document) => [...readRepositoryFile(document).matchAll(/`((?:src|tests|scripts)\/[\w./-]+\.\w+)`/g)].map((match) => ({ document, path: match[1] ?? '' })));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('every dependency has its line', () => {
  const manifest: unknown = JSON.parse(readRepositoryFile('package.json'));
  const names = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) => (isRecord(manifest) && isRecord(manifest[key]) ? Object.keys(manifest[key]) : []));
  expect(names.length).toBeGreaterThan(10);
  expect(missing('docs/decisions/dependencies.md', names)).toEqual([]);
});

test('every scenario of the sandbox is in its guide', () => {
  expect(missing('docs/guides/sandbox.md', [...Object.keys(transferScenarios), ...Object.keys(registryScenarios)])).toEqual([]);
});

test('every kind of event is in the guide to webhooks, and every error in the guide to errors', () => {
  expect(missing('docs/guides/webhooks.md', Object.keys(eventKinds))).toEqual([]);
  expect(missing('docs/guides/errors.md', Object.keys(catalogue))).toEqual([]);
});

test('every guide is a page of the documentation', () => {
  expect(listFiles(['docs/guides'], '.md').toSorted(), 'name it in src/docs/guides.ts').toEqual(guideOrder.map(([slug]) => `docs/guides/${slug}.md`).toSorted());
});

test('the guide to the dashboard says what each role may do, in full', () => {
  const guide = readRepositoryFile('docs/guides/dashboard.md');
  const row = (name: string, cell: (role: MemberRole) => string): string => `| \`${name}\` | ${memberRoles.map(cell).join(' | ')} |`;
  const own = Object.keys(permissions).filter((permission) => !operatorPermissions.some((each) => each === permission));
  const may = (list: readonly string[], name: string): boolean => list.includes(name);
  const wanted = [
    ...own.map((permission) => row(permission, (role) => (may(rolePermissions[role], permission) ? 'yes' : '–'))),
    ...Object.keys(scopes).map((scope) => row(scope, (role) => {
      const [sandbox, live] = [may(roleScopes[role].sandbox, scope), may(roleScopes[role].live, scope)];
      return sandbox && live ? 'both' : sandbox ? 'sandbox' : live ? 'live' : '–';
    })),
  ];
  expect(wanted.length).toBeGreaterThan(20);
  expect(guide.split('\n').filter((line) => /^\| `[a-z]+:/.test(line))).toEqual(wanted);
});
