/** The guides in docs/guides, in the order a reader meets them. They are files of the repository and pages of the product at once. */
import { readFile } from 'node:fs/promises';

/** Slug and the section of the side bar it stands in. A guide that is missing here fails a test. */
export const guideOrder = [
  ['quickstart', 'Begin'],
  ['sandbox', 'Begin'],
  ['command-line', 'Begin'],
  ['customers', 'Concepts'],
  ['names', 'Concepts'],
  ['transfers', 'Concepts'],
  ['scheduled-transfers', 'Concepts'],
  ['bulk-transfers', 'Concepts'],
  ['document-checks', 'Concepts'],
  ['request-ids', 'Concepts'],
  ['errors', 'Concepts'],
  ['webhooks', 'Concepts'],
  ['dashboard', 'Operate'],
  ['operating', 'Operate'],
  ['identity-providers', 'Operate'],
  ['privacy', 'Operate'],
  ['limits-and-banks', 'Operate'],
  ['going-live', 'Operate'],
] as const satisfies readonly (readonly [slug: string, section: string])[];

export type Guide = { slug: string; section: string; title: string; /** First paragraph, as plain text. */ summary: string; markdown: string };

const folder = new URL('../../docs/guides/', import.meta.url);

export function readGuides(): Promise<Guide[]> {
  return Promise.all(guideOrder.map(async ([slug, section]) => {
    const markdown = await readFile(new URL(`${slug}.md`, folder), 'utf8');
    const [heading = '', ...paragraphs] = markdown.split(/\n{2,}/);
    const summary = (paragraphs.find((paragraph) => /^[A-Za-z`*]/.test(paragraph)) ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`|\*\*/g, '').replaceAll(/\s+/g, ' ').trim();
    return { slug, section, title: heading.replace(/^# /, '').trim(), summary, markdown };
  }));
}
