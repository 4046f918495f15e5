/** The frame of the documentation: search, the side bar, the page, and where to go from here. Works without JavaScript, but for the search. */
import { escapeHtml } from '#src/http/page.ts';
import type { Heading } from './markdown.ts';

export type NavEntry = { href: string; title: string; section: string };

/** Our own script alone; it asks this server for the search index. */
export const sitePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type SitePage = { title: string; href: string; html: string; headings: readonly Heading[]; /** The same page as Markdown. */ markdownHref?: string };

export function sitePage({ title, href, html, headings, markdownHref }: SitePage, nav: readonly NavEntry[]): string {
  const at = nav.findIndex((entry) => entry.href === href);
  const [previous, next] = [nav[at - 1], at === -1 ? undefined : nav[at + 1]];
  const inside = headings.filter(({ level }) => level === 2);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Openteller</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/site.css">
${markdownHref === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdownHref}">\n`}<script src="/docs/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs">Openteller</a>
<search><input id="search" type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" aria-controls="found" hidden><ul id="found" hidden></ul></search>
<a class="away" href="/docs/reference">API reference</a>
</header>
<div class="frame">
<nav aria-label="Documentation"><details id="menu"><summary>Contents</summary>
${sidebar(nav, href)}
</details></nav>
<main id="content">
${html}
<footer>
${previous === undefined ? '<span></span>' : `<a rel="prev" href="${previous.href}"><small>Before</small>${escapeHtml(previous.title)}</a>`}
${next === undefined ? '' : `<a rel="next" href="${next.href}"><small>Next</small>${escapeHtml(next.title)}</a>`}
${markdownHref === undefined ? '' : `<p><a href="${markdownHref}">This page as Markdown</a></p>`}
</footer>
</main>
${inside.length < 3 ? '' : `<aside aria-label="On this page"><h2>On this page</h2><ul>${inside.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul></aside>`}
</div>
</body>
</html>
`;
}

function sidebar(nav: readonly NavEntry[], href: string): string {
  const sections = [...new Set(nav.map((entry) => entry.section))];
  return sections.map((section) => {
    const links = nav.filter((entry) => entry.section === section).map((entry) => `<li><a href="${entry.href}"${entry.href === href ? ' aria-current="page"' : ''}>${escapeHtml(entry.title)}</a></li>`);
    return `<h2>${escapeHtml(section)}</h2><ul>${links.join('')}</ul>`;
  }).join('\n');
}
