/** The interactive reference. The package's own page has an inline script and redirects by the Host header; ours has neither. */
import { fastify } from 'fastify';
import { page } from '#src/http/page.ts';

/**
 * The reference writes its styles into the page, hence 'unsafe-inline' for styles alone. Scripts and requests stay here,
 * so that neither a proxy nor telemetry of the package can be reached even when its settings change.
 */
export const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export const referencePage = page(
  'Reference · Openteller',
  `<div id="reference"></div>
<noscript><h1>Reference</h1><p>The reference needs JavaScript. The same facts stand in the <a href="/openapi.json">OpenAPI document</a>, the errors in the <a href="/docs/errors">catalogue</a>.</p></noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`,
).replace('<link rel="stylesheet" href="/page.css">\n', '');

/** Starts the reference with everything off that would talk to another host. */
export const startScript = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'accessToken' },
  defaultOpenAllTags: false,
  metaData: { title: 'Reference · Openteller' },
});
`;

/**
 * The reference's script, 4 MB. The package keeps it inside a plugin and exports it no other way, so the plugin is
 * mounted on a server that never listens and asked once. Imported late: starting the service must not wait for it.
 */
export async function referenceScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const quiet = fastify({ logger: false });
  await quiet.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const answer = await quiet.inject('/reference/js/scalar.js');
  await quiet.close();
  if (answer.statusCode !== 200) throw new Error(`the reference's script answered ${answer.statusCode}`);
  return answer.body;
}
