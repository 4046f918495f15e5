/** A source file as the tidy rules see it: its path in the repository, its text, its syntax tree, and what it imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';
import { isRecord } from '#src/lib/assert.ts';

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export type Import = {
  /** Path in the repository, or the package's name. */
  target: string;
  isPackage: boolean;
  typeOnly: boolean;
};

export type SourceFile = { path: string; text: string; nodes: readonly Node[]; imports: readonly Import[] };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file below these folders whose name ends so, as paths in the repository. */
export function listFiles(folders: readonly string[], end: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(end))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
      .filter((path) => !path.includes('node_modules/')))
    .toSorted();
}

export function readRepositoryFile(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function readSources(folders: readonly string[]): SourceFile[] {
  return ['.ts', '.tsx'].flatMap((end) => listFiles(folders, end)).map((path) => parseSource(path, readRepositoryFile(path)));
}

export function parseSource(path: string, text: string): SourceFile {
  const nodes: Node[] = [];
  collect(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts', astType: 'ts' }, path), nodes);
  return { path, text, nodes, imports: nodes.flatMap((node) => importOf(path, node)) };
}

export function lineOf(file: SourceFile, node: Node): number {
  return file.text.slice(0, node.start).split('\n').length;
}

function collect(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isRecord(value)) {
    if (isNode(value)) into.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) collect(child, into);
  }
}

export function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['start'] === 'number' && typeof value['end'] === 'number';
}

function importOf(path: string, node: Node): Import[] {
  const { source } = node;
  if (!isNode(source) || typeof source['value'] !== 'string') return [];
  const specifier = source['value'];
  return [{ ...targetOf(path, specifier), typeOnly: isTypeOnly(node) }];
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const { specifiers } = node;
  return Array.isArray(specifiers) && specifiers.length > 0 && specifiers.every((specifier) => isNode(specifier) && specifier['importKind'] === 'type');
}

function targetOf(path: string, specifier: string): { target: string; isPackage: boolean } {
  if (specifier.startsWith('.')) return { target: normalize(join(dirname(path), specifier)).replaceAll('\\', '/'), isPackage: false };
  if (specifier.startsWith('@/')) return { target: `dashboard/src/${specifier.slice(2)}`, isPackage: false };
  if (specifier.startsWith('#')) return { target: specifier.slice(1), isPackage: false };
  return { target: specifier, isPackage: true };
}
