/** The page at `/`: what runs here and where to go. */
import type { FastifyInstance } from 'fastify';
import { escapeHtml, page, pageHeaders, sendPage, stylesheet } from './page.ts';

export function mountHome(app: FastifyInstance, { publicUrl, version }: { publicUrl: string; version: string }): void {
  const headers = pageHeaders(publicUrl);
  const html = homePage(publicUrl, version);
  app.get('/', (_request, reply) => sendPage(reply, headers, html));
  app.get('/page.css', (_request, reply) => sendPage(reply, headers, stylesheet, 'text/css; charset=utf-8'));
}

function homePage(publicUrl: string, version: string): string {
  const root = escapeHtml(publicUrl);
  return page(
    'Openteller',
    `<h1>Openteller</h1>
<p>Customer profiles, identity checks, name enquiry, transfers confirmed by one-time password, and signed webhooks, as an API.</p>
<ul class="links">
<li><a href="/dashboard/">Dashboard</a><br><span class="soft">Customers, transfers, webhooks, credentials and what needs a person</span></li>
<li><a href="/docs">Documentation</a><br><span class="soft">Guides from the first call to going live</span></li>
<li><a href="/docs/reference">Reference</a><br><span class="soft">Every call, with examples to try</span></li>
<li><a href="/docs/errors">Error codes</a><br><span class="soft">What each refusal means and what to do about it</span></li>
<li><a href="/openapi.json">OpenAPI document</a><br><span class="soft">For client generators and tools</span></li>
</ul>
<h2>Sandbox</h2>
<p>The sandbox root is <code>${root}/sandbox/v1</code>. A first token:</p>
<pre><code>curl ${root}/sandbox/v1/auth/token \\
  -H "Authorization: Bearer $(printf %s "$CLIENT_ID:$CLIENT_SECRET" | base64 | tr -d '\\n')"</code></pre>
<p class="soft">Version ${escapeHtml(version)}</p>`,
  );
}
