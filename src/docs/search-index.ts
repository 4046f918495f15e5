/** What the search of the documentation looks through: each section of each guide, each error, each operation. */
import { catalogue } from '#src/errors.ts';
import type { Guide } from './guides.ts';
import type { ListedOperation } from './operations.ts';
import { renderMarkdown } from './markdown.ts';

type Entry = { href: string; page: string; title: string; text: string };

export function searchIndex(guides: readonly Guide[], hrefOf: (slug: string) => string, operations: readonly ListedOperation[]): string {
  return JSON.stringify([
    ...guides.flatMap((guide) => sectionsOf(guide, hrefOf(guide.slug))),
    ...operations.map(({ method, path, operationId, summary, description }): Entry => ({ href: `/docs/operations#${operationId}`, page: 'All operations', title: `${method} ${path}`, text: `${summary}. ${description}` })),
    ...Object.entries(catalogue).map(([code, { message, fix }]): Entry => ({ href: `/docs/errors#${code}`, page: 'Error codes', title: code, text: `${message} ${fix}` })),
  ]);
}

/** Cut at the second level; the lead belongs to the page itself. */
function sectionsOf({ markdown, title }: Guide, href: string): Entry[] {
  const parts = markdown.replace(/^# .*\n/, '').split(/^(?=## )/m);
  return parts.map((part) => {
    const heading = renderMarkdown(part, () => null).headings.find(({ level }) => level === 2);
    return { href: heading === undefined ? href : `${href}#${heading.id}`, page: title, title: heading?.text ?? title, text: plainText(heading === undefined ? part : part.replace(/^## .*\n/, '')) };
  });
}

function plainText(markdown: string): string {
  // Without its code: an excerpt is to be read.
  return markdown.replaceAll(/^```[\s\S]*?^```$/gm, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*|#]|^---.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, 4_000);
}
