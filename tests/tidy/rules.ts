/** The tidy rules. Each takes one file and answers one line for each thing it refuses. Pure, so that the tests prove them on samples. */
import { adapters, areaOf, foreignSql, mayImport, mayReadStores, pageLayers, pageLists, tableOwners, testSupport } from './house.ts';
import { isNode, lineOf, type Node, type SourceFile } from './source-file.ts';

export type Rule = (file: SourceFile) => string[];

export const isProduct = (path: string): boolean => path.startsWith('src/') && !path.endsWith('.test.ts') && !testSupport.includes(path);

const maxFileLines = 300;
const maxFunctionLines = 70;

/** Features are handed the time and randomness they use, so that deciding can be repeated. */
const handedClocks = ['accounts', 'credits', 'customers', 'events', 'kyc', 'ledger', 'limits', 'organizations', 'otp', 'receipts', 'statements', 'transfers', 'work'];

export const rules = {
  imports(file) {
    if (!isProduct(file.path)) return [];
    const area = areaOf(file.path);
    const allowed = mayImport[area];
    if (allowed === undefined) return [`${file.path}: ${area} is not in the list of who may import whom`];
    return file.imports.filter(({ target, isPackage, typeOnly }) => !isPackage && !typeOnly && areaOf(target) !== area && !allowed.includes(areaOf(target)))
      .map(({ target }) => `${file.path} imports ${target}`);
  },
  stores(file) {
    if (!isProduct(file.path)) return [];
    const area = areaOf(file.path);
    return file.imports.filter(({ target, typeOnly }) => !typeOnly && /(^|[/-])store\.ts$/.test(target) && areaOf(target) !== area && mayReadStores[area]?.includes(target) !== true)
      .map(({ target }) => `${file.path} imports another feature's store: ${target}`);
  },
  adapters(file) {
    if (!isProduct(file.path) || file.path === 'src/adapters.ts') return [];
    return file.imports.filter(({ target }) => adapters.includes(target)).map(({ target }) => `${file.path} imports an adapter: ${target}`);
  },
  testSupport(file) {
    if (!isProduct(file.path)) return [];
    return file.imports.filter(({ target }) => target.startsWith('tests/') || target.endsWith('.test.ts') || testSupport.includes(target) || target === 'vitest')
      .map(({ target }) => `${file.path} imports test support: ${target}`);
  },
  sqlAtHome(file) {
    if (!isProduct(file.path)) return [];
    const area = areaOf(file.path);
    const tables = sqlTexts(file).flatMap((text) => [...text.matchAll(/\b(?:from|into|update|join)\s+([a-z_]+)/g)].map((match) => match[1] ?? ''));
    return [...new Set(tables)].filter((table) => tableOwners[table] !== undefined && tableOwners[table] !== area && foreignSql[file.path]?.tables.includes(table) !== true)
      .map((table) => `${file.path}: SQL of ${table}, which belongs to ${tableOwners[table]}`);
  },
  length(file) {
    const lines = file.text.split('\n').length - 1;
    const tooLong = lines > maxFileLines ? [`${file.path} has ${lines} lines`] : [];
    if (!isProduct(file.path)) return tooLong;
    const functions = file.nodes.filter(isFunction);
    return [...tooLong, ...functions.flatMap((node) => {
      const own = ownLines(file, node, functions);
      return own > maxFunctionLines ? [`${file.path}:${lineOf(file, node)}: a function has ${own} lines of its own`] : [];
    })];
  },
  clocks(file) {
    if (!isProduct(file.path) || !handedClocks.includes(areaOf(file.path))) return [];
    return file.nodes.filter((node) => node.type === 'CallExpression' || node.type === 'NewExpression')
      .filter((node) => /^(?:Date\.now\(|performance\.now\(|Math\.random\(|new Date\(\s*\)|crypto\.random)/.test(sourceOf(file, node)))
      .map((node) => `${file.path}:${lineOf(file, node)}: ${sourceOf(file, node).split('(')[0]} where ctx.clock or ctx.ids is meant`);
  },
  types(file) {
    if (!isProduct(file.path)) return [];
    return file.nodes.filter((node) => node.type === 'TSAnyKeyword' || node.type === 'TSNonNullExpression' || node.type === 'TSTypeAssertion' || (node.type === 'TSAsExpression' && !isAsConst(file, node)))
      .map((node) => `${file.path}:${lineOf(file, node)}: ${node.type}`);
  },
  shape(file) {
    const bad = file.nodes.filter((node) => {
      if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return !isNode(node['superClass']);
      if (node.type === 'ExportDefaultDeclaration') return file.path.startsWith('src/');
      // The SDK's face passes on every generated type.
      if (node.type === 'ExportAllDeclaration') return file.path !== 'sdk/src/index.ts';
      return node.type === 'TSEnumDeclaration' || node.type === 'TSModuleDeclaration' || node.type === 'Decorator';
    });
    return bad.filter((node) => !sourceOf(file, node).startsWith('declare')).filter((node) => !isModuleAugmentation(file, node))
      .map((node) => `${file.path}:${lineOf(file, node)}: ${node.type}`);
  },
  pages(file) {
    if (!file.path.startsWith(pagesRoot)) return [];
    const foreign = file.imports.filter(({ target, isPackage }) => !isPackage && !mayPageImport(file.path, target)).map(({ target }) => `${file.path} imports ${target}`);
    const calls = file.nodes.filter((node) => node.type === 'CallExpression' && /^(?:window\.)?fetch\(/.test(sourceOf(file, node)) && file.path !== `${pagesRoot}api/client.ts`);
    const loose = file.nodes.filter((node) => node.type === 'TSAnyKeyword' || node.type === 'TSNonNullExpression');
    return [...foreign, ...[...calls, ...loose].map((node) => `${file.path}:${lineOf(file, node)}: ${node.type === 'CallExpression' ? 'a call past api/client.ts' : node.type}`)];
  },
  wholeRuns(file) {
    return file.nodes.filter((node) => node.type === 'CallExpression' && /^(?:test|it|describe)(?:\.\w+)*\.(?:skip|only|todo)\b/.test(sourceOf(file, node)))
      .map((node) => `${file.path}:${lineOf(file, node)}: a test is left out`);
  },
} as const satisfies Record<string, Rule>;

const pagesRoot = 'dashboard/src/';

/** By layer; whoever lists the pages reaches down into them. */
function mayPageImport(path: string, target: string): boolean {
  if (!target.startsWith(pagesRoot)) return false;
  const [layer = ''] = path.slice(pagesRoot.length).split('/');
  const [other = ''] = target.slice(pagesRoot.length).split('/');
  if (layer === 'main.tsx' || layer === other) return true;
  return pageLayers[layer]?.includes(other) === true || (other === 'pages' && pageLists.includes(path));
}

/** What is refused in any text of the repository, code or not. */
export function textFaults(path: string, text: string): string[] {
  const patterns: [RegExp, string][] = [
    [/\b(?:TO[D]O|FIX[M]E|X[X]X)\b/, 'an open end'],
    [/(?:^|[\s"'`(=])\/(?:work|farm|home|root|Users)\/\w/m, 'a path of one machine'],
  ];
  return patterns.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${path}: ${what}`);
}

/** kebab-case, and named after what is in it. */
export function nameFaults(path: string): string[] {
  const name = path.split('/').at(-1) ?? '';
  // A file of pages that holds a component is named as the component is.
  if (/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name)) return path.startsWith(pagesRoot) ? [] : [`${path} is not in kebab-case`];
  const stem = name.replace(/(\.test)?\.(tsx?|mjs)$/, '');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem)) return [`${path} is not in kebab-case`];
  return /^(?:utils?|helpers?|common|misc|managers?|services?|types)$/.test(stem) || /-(?:utils?|helpers?|manager|service)$/.test(stem) ? [`${path} is named after nothing`] : [];
}

function sourceOf(file: SourceFile, node: Node): string {
  return file.text.slice(node.start, node.end);
}

function isFunction(node: Node): boolean {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

/** Lines of a function without those of the functions inside it: a factory is as long as what it does itself. */
function ownLines(file: SourceFile, node: Node, functions: readonly Node[]): number {
  const lines = new Set<number>();
  const span = (inner: Node): [number, number] => [lineOf(file, inner), lineOf(file, inner) + sourceOf(file, inner).split('\n').length - 1];
  const [first, last] = span(node);
  for (let line = first; line <= last; line += 1) lines.add(line);
  for (const inner of functions.filter((other) => other !== node && other.start >= node.start && other.end <= node.end)) {
    const [from, to] = span(inner);
    for (let line = from + 1; line < to; line += 1) lines.delete(line);
  }
  return lines.size;
}

function isAsConst(file: SourceFile, node: Node): boolean {
  return isNode(node['typeAnnotation']) && sourceOf(file, node['typeAnnotation']) === 'const';
}

/** `declare module 'x'` adds to a package's types and makes nothing. */
function isModuleAugmentation(file: SourceFile, node: Node): boolean {
  return node.type === 'TSModuleDeclaration' && /declare\s+$/.test(file.text.slice(0, node.start)) || node['declare'] === true;
}

function sqlTexts(file: SourceFile): string[] {
  return file.nodes.filter((node) => node.type === 'TaggedTemplateExpression' && isNode(node['tag']) && sourceOf(file, node['tag']) === 'sql')
    .map((node) => sourceOf(file, node).replaceAll(/\$\{[^{}]*\}/g, '?'));
}
