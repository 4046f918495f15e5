/** The catalogue of errors as a page; each code has an anchor, which is where `docUrl` points. */
import { STATUS_CODES } from 'node:http';
import { catalogue } from '#src/errors.ts';
import { escapeHtml } from '#src/http/page.ts';

const lead = 'A refusal carries one entry per reason in `errors`. Branch on `code`, which is stable; `message` is for people and may change. ' +
  'A retryable refusal may be sent again unchanged, with the same `requestId`, after the seconds in `Retry-After`.';

const entries = Object.entries(catalogue);
const statuses = [...new Set(entries.map(([, entry]) => entry.httpStatus))].toSorted((a, b) => a - b);

/** HTML of the whole catalogue, grouped by HTTP status. */
export function errorsBody(): string {
  const sections = statuses.map((status) => {
    const own = entries.filter(([, entry]) => entry.httpStatus === status).map(([code, entry]) => entrySection(code, entry));
    return `<h2 id="http-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>\n${own.join('\n')}`;
  });
  return `<h1>Error codes</h1>
<p>${escapeHtml(lead)} How to handle them: <a href="/docs/handling-errors">the guide</a>.</p>
<p class="soft">${statuses.map((status) => `<a href="#http-${status}">${status}</a>`).join(' · ')}</p>
${sections.join('\n')}`;
}

export function errorsMarkdown(): string {
  const rows = entries.map(([code, { httpStatus, statusCode, message, fix, retryable }]) => `| \`${code}\` | ${httpStatus} | ${statusCode} | ${retryable ? 'yes' : 'no'} | ${message} | ${fix} |`);
  return `# Error codes\n\n${lead}\n\n| Code | HTTP | statusCode | Retryable | Cause | What to do |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function entrySection(code: string, entry: { httpStatus: number; statusCode: string; message: string; fix: string; retryable: boolean }): string {
  return `<section class="entry" id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${escapeHtml(entry.message)}</p>
<p><strong>What to do:</strong> ${escapeHtml(entry.fix)}</p>
<p class="facts"><span>HTTP ${entry.httpStatus}</span><span>statusCode ${entry.statusCode}</span><span>${entry.retryable ? 'Retryable' : 'Not retryable as it is'}</span></p>
</section>`;
}
