/** Markdown of our own guides as HTML: headings with anchors, links that work inside the product, tables that scroll on a phone. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '#src/http/page.ts';

export type Heading = { level: number; id: string; text: string };
export type Rendered = { html: string; headings: readonly Heading[] };

/** `hrefOf` is where a guide has its page; a link to any other file of the repository becomes its plain text. */
export function renderMarkdown(markdown: string, hrefOf: (slug: string) => string | null): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = plain(html);
        const id = uniqueId(text, headings);
        headings.push({ level: depth, id, text });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const html = this.parser.parseInline(tokens);
        const target = linkTarget(href, hrefOf);
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
      },
      code({ text, lang }: Tokens.Code) {
        return `<pre data-language="${escapeHtml(lang ?? '')}"><code>${escapeCode(text)}</code></pre>\n`;
      },
      // Raw HTML has no place in a guide; shown as text, a slip is seen.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeCode(text),
      table({ header, rows, align }: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): string =>
          `<tr>${cells.map((cell, at) => `<${tag}${align[at] === 'right' ? ' class="right"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="scroll"><table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}

function linkTarget(href: string, hrefOf: (slug: string) => string | null): string | null {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href;
  const [, slug = '', anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#[\w-]*)?$/.exec(href) ?? [];
  const page = hrefOf(slug);
  if (page !== null) return `${page}${anchor}`;
  return href.endsWith('webhook-vectors.json') ? '/docs/webhook-vectors.json' : null;
}

function uniqueId(text: string, taken: readonly Heading[]): string {
  const base = text.toLowerCase().normalize('NFKD').replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'section';
  const same = taken.filter(({ id }) => id === base || id.startsWith(`${base}--`)).length;
  return same === 0 ? base : `${base}--${same + 1}`;
}

function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** Unlike `escapeHtml` this leaves backticks alone. */
function escapeCode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
