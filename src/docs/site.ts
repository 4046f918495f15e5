/** All pages of the documentation: guides, errors, the list of operations, the reference, and the same for machines. Nothing is loaded from another host. */
import { readFile } from 'node:fs/promises';
import { escapeHtml } from '#src/http/page.ts';
import type { PageFacts, StaticPage } from '#src/http/static-page.ts';
import { errorsBody, errorsMarkdown } from './errors-page.ts';
import { asyncApi, eventsBody, eventsMarkdown } from './event-reference.ts';
import { type Guide, guideOrder, readGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';
import { listOperations } from './operations.ts';
import { postmanCollection } from './postman.ts';
import { referencePage, referencePolicy, referenceScript, startScript } from './reference-page.ts';
import { searchIndex } from './search-index.ts';
import { siteScript, siteStyle } from './site-assets.ts';
import { type NavEntry, sitePage, sitePolicy } from './site-page.ts';

const html = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';
const json = 'application/json; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const slugs: ReadonlySet<string> = new Set(guideOrder.map(([slug]) => slug));

const errorCodes: NavEntry = { href: '/docs/errors', title: 'Error codes', section: 'Reference' };
const events: NavEntry = { href: '/docs/events', title: 'Events', section: 'Reference' };
const operations: NavEntry = { href: '/docs/operations', title: 'All operations', section: 'Reference' };

function navOf(guides: readonly Guide[]): NavEntry[] {
  const entries = guides.map(({ slug, title, section }): NavEntry => ({ href: guideHref(slug), title: title.replace(/:.*/, ''), section }));
  return [{ href: '/docs', title: 'Overview', section: 'Begin' }, ...entries, operations, events, errorCodes];
}

/** The catalogue of codes has `/docs/errors`, where every `docUrl` points; the guide to handling them stands beside it. */
function guideHref(slug: string): string {
  return slug === 'errors' ? '/docs/handling-errors' : `/docs/${slug}`;
}

export const documentation: readonly StaticPage[] = [
  { path: '/docs', contentType: html, policy: sitePolicy, load: async (facts) => overview(await readGuides(), facts) },
  ...guideOrder.flatMap(([slug]): StaticPage[] => [
    { path: guideHref(slug), contentType: html, policy: sitePolicy, load: ({ publicUrl }) => guidePage(slug, publicUrl) },
    { path: `${guideHref(slug)}.md`, contentType: markdown, load: async ({ publicUrl }) => here(guideOf(await readGuides(), slug).markdown, publicUrl) },
  ]),
  { path: '/docs/errors', contentType: html, policy: sitePolicy, load: async () => sitePage({ ...errorCodes, html: errorsBody(), headings: [], markdownHref: '/docs/errors.md' }, navOf(await readGuides())) },
  { path: '/docs/errors.md', contentType: markdown, load: errorsMarkdown },
  { path: '/docs/events', contentType: html, policy: sitePolicy, load: async (facts) => sitePage({ ...events, ...eventsBody(facts), markdownHref: '/docs/events.md' }, navOf(await readGuides())) },
  { path: '/docs/events.md', contentType: markdown, load: eventsMarkdown },
  { path: '/asyncapi.json', contentType: json, readByAll: true, load: asyncApi },
  { path: '/docs/operations', contentType: html, policy: sitePolicy, load: operationsPage },
  { path: '/docs/reference', contentType: html, policy: referencePolicy, load: () => referencePage },
  { path: '/docs/reference.js', contentType: script, load: referenceScript },
  { path: '/docs/start.js', contentType: script, load: () => startScript },
  { path: '/docs/site.css', contentType: 'text/css; charset=utf-8', load: () => siteStyle },
  { path: '/docs/site.js', contentType: script, load: () => siteScript },
  { path: '/docs/search.json', contentType: json, load: async ({ document }) => searchIndex(await readGuides(), guideHref, listOperations(document)) },
  { path: '/docs/webhook-vectors.json', contentType: json, readByAll: true, load: () => readFile(new URL('../../docs/webhook-vectors.json', import.meta.url), 'utf8') },
  { path: '/docs/postman.json', contentType: json, readByAll: true, load: postmanCollection },
  { path: '/openapi.json', contentType: json, readByAll: true, load: ({ document }) => JSON.stringify(document, null, 2) },
  { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', load: async ({ publicUrl }) => llmsText(await readGuides(), publicUrl) },
];

function guideOf(guides: readonly Guide[], slug: string): Guide {
  const guide = guides.find((each) => each.slug === slug);
  if (guide === undefined) throw new Error(`There is no guide ${slug}.`);
  return guide;
}

/** The guides name the address of a first start; whoever reads them here is at this one. */
function here(text: string, publicUrl: string): string {
  return text.replaceAll('http://127.0.0.1:3000', publicUrl);
}

async function guidePage(slug: string, publicUrl: string): Promise<string> {
  const guides = await readGuides();
  const guide = guideOf(guides, slug);
  const rendered = renderMarkdown(here(guide.markdown, publicUrl), (linked) => (slugs.has(linked) ? guideHref(linked) : null));
  const href = guideHref(slug);
  return sitePage({ title: guide.title, href, ...rendered, markdownHref: `${href}.md` }, navOf(guides));
}

function overview(guides: readonly Guide[], { publicUrl, version }: PageFacts): string {
  const card = (href: string, title: string, text: string): string => `<li><a href="${href}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(text)}</span></a></li>`;
  const body = `<h1>Openteller</h1>
<p>Customer profiles, identity checks, name enquiry, transfers confirmed by one-time password, and signed webhooks, as an API. The sandbox takes every call without moving money.</p>
<p>Roots: <code>${escapeHtml(publicUrl)}/sandbox/v1</code> and <code>${escapeHtml(publicUrl)}/v1</code>.</p>
<h2 id="guides">Guides</h2>
<ul class="cards">${guides.map(({ slug, title, summary }) => card(guideHref(slug), title, shortened(summary))).join('\n')}</ul>
<h2 id="reference">Reference</h2>
<ul class="cards">
${card('/docs/reference', 'API reference', 'Every call with its fields, examples and errors, to try from the page.')}
${card(operations.href, 'All operations', 'One line each, by subject.')}
${card(events.href, 'Events', 'Every kind with its fields and an example.')}
${card(errorCodes.href, 'Error codes', 'What each refusal means and what to do about it.')}
</ul>
<h2 id="machines">For machines</h2>
<ul>
<li><a href="/openapi.json">OpenAPI 3.1</a>, for generators and tools</li>
<li><a href="/asyncapi.json">AsyncAPI 3.0</a> of the events</li>
<li><a href="/docs/postman.json">Postman collection</a>: every call with its example, and a token that renews itself</li>
<li><a href="/docs/webhook-vectors.json">Webhook test vectors</a></li>
<li><a href="/llms.txt">llms.txt</a>, and every guide as Markdown: add <code>.md</code> to its address</li>
</ul>
<p class="soft">Version ${escapeHtml(version)}</p>`;
  return sitePage({ title: 'Documentation', href: '/docs', html: body, headings: [] }, navOf(guides));
}

function shortened(text: string): string {
  return text.length <= 150 ? text : `${text.slice(0, 150).replace(/\s+\S*$/, '')} …`;
}

async function operationsPage({ document }: PageFacts): Promise<string> {
  const all = listOperations(document);
  const tags = [...new Set(all.map(({ tag }) => tag))];
  const headings = tags.map((tag) => ({ level: 2, id: tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), text: tag }));
  const sections = headings.map(({ id, text }) => {
    const rows = all.filter(({ tag }) => tag === text).map(({ method, path, summary, operationId }) =>
      `<tr id="${operationId}"><td><span class="method">${method}</span> <code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`);
    return `<h2 id="${id}">${escapeHtml(text)}</h2><div class="scroll"><table><tbody>${rows.join('\n')}</tbody></table></div>`;
  });
  const body = `<h1>All operations</h1>\n<p>Below the root of the sandbox or of live. Fields, examples and errors of each are in the <a href="/docs/reference">API reference</a>.</p>\n${sections.join('\n')}`;
  return sitePage({ ...operations, html: body, headings }, navOf(await readGuides()));
}

function llmsText(guides: readonly Guide[], publicUrl: string): string {
  return `# Openteller

> What a bank's teller does, as an API: customer profiles, identity checks (BVN, NIN, documents, tax numbers), name enquiry, transfers confirmed by one-time password, and signed webhooks. Sandbox root: ${publicUrl}/sandbox/v1

## Guides
${guides.map(({ slug, title, summary }) => `- [${title}](${publicUrl}${guideHref(slug)}.md): ${shortened(summary)}`).join('\n')}

## Reference
- [OpenAPI 3.1 document](${publicUrl}/openapi.json): every operation, schema, example and error
- [Events](${publicUrl}/docs/events.md): every kind with its fields and an example; [AsyncAPI](${publicUrl}/asyncapi.json)
- [Error codes](${publicUrl}/docs/errors.md): cause and remedy of each
- [Postman collection](${publicUrl}/docs/postman.json)
- [Webhook test vectors](${publicUrl}/docs/webhook-vectors.json)
`;
}
