/** The catalogue of errors as a page; each code has an anchor, which is where `docUrl` points. */
import { STATUS_CODES } from 'node:http';
import { catalogue } from '#src/errors.ts';
import { escapeHtml, page } from './page.ts';

/** HTML of the whole catalogue, grouped by HTTP status. */
export function errorsPage(): string {
  const entries = Object.entries(catalogue);
  const statuses = [...new Set(entries.map(([, entry]) => entry.httpStatus))].toSorted((a, b) => a - b);
  const sections = statuses.map((status) => {
    const own = entries.filter(([, entry]) => entry.httpStatus === status).map(([code, entry]) => entrySection(code, entry));
    return `<h2 id="http-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>\n${own.join('\n')}`;
  });
  return page(
    'Error codes · Openteller',
    `<p><a href="/docs">Reference</a></p>
<h1>Error codes</h1>
<p>A refusal carries one entry per reason in <code>errors</code>. Branch on <code>code</code>, which is stable; <code>message</code> is for people and may change.
A retryable refusal may be sent again unchanged, with the same <code>requestId</code>, after the seconds in <code>Retry-After</code>.</p>
<p class="soft">${statuses.map((status) => `<a href="#http-${status}">${status}</a>`).join(' · ')}</p>
${sections.join('\n')}`,
  );
}

function entrySection(code: string, entry: { httpStatus: number; statusCode: string; message: string; fix: string; retryable: boolean }): string {
  return `<section class="entry" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${escapeHtml(entry.message)}</p>
<p><strong>What to do:</strong> ${escapeHtml(entry.fix)}</p>
<p class="facts"><span>HTTP ${entry.httpStatus}</span><span>statusCode ${entry.statusCode}</span><span>${entry.retryable ? 'Retryable' : 'Not retryable as it is'}</span></p>
</section>`;
}
