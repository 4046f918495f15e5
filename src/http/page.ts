/** Our own small pages: one frame, one stylesheet, no script. */
import type { FastifyReply } from 'fastify';

/** Nothing but our own stylesheet and pictures may load, and nobody may frame the page. */
const plainPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of a page. `policy` is its Content-Security-Policy. */
export function pageHeaders(publicUrl: string, policy = plainPolicy): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

export function sendPage(reply: FastifyReply, headers: Readonly<Record<string, string>>, body: string, contentType = 'text/html; charset=utf-8'): FastifyReply {
  return reply.headers(headers).header('content-type', contentType).send(body);
}

/** A whole HTML document around `main`, which is trusted HTML. */
export function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Text made safe for element content and quoted attributes. `code` between backticks becomes an element. */
export function escapeHtml(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return safe.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export const stylesheet = `
:root { color-scheme: light dark; --ink: #1c2127; --soft: #5b6570; --line: #dde2e7; --paper: #fff; --tint: #f4f6f8; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --soft: #9aa5b1; --line: #2f363e; --paper: #14181c; --tint: #1d2329; --link: #7ab8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .35rem 0; }
a { color: var(--link); }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--tint); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.soft { color: var(--soft); }
.entry { border-top: 1px solid var(--line); padding: 1rem 0; scroll-margin-top: 1rem; }
.entry:target { background: var(--tint); outline: .6rem solid var(--tint); }
.entry h3 a { color: inherit; text-decoration: none; }
.entry h3 a:hover { text-decoration: underline; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9rem; color: var(--soft); }
ul.links { list-style: none; padding: 0; display: grid; gap: .75rem; }
ul.links li { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
`;
