/** The reference for people: `/docs`, `/docs/errors`, and the OpenAPI document they are made from. Loads nothing from another host. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorsPage } from './errors-page.ts';
import { pageHeaders, sendPage, stylesheet } from './page.ts';
import { referencePage, referencePolicy, referenceScript, startScript } from './reference-page.ts';

type DocsOptions = { publicUrl: string; document: Readonly<Record<string, unknown>> };

/** Mounts the pages. The document is turned to text once; the reference's script is loaded when first asked for. */
export function mountDocs(app: FastifyInstance, { publicUrl, document }: DocsOptions): void {
  const headers = pageHeaders(publicUrl);
  const errors = errorsPage();
  app.get('/docs', (_request, reply) => sendPage(reply, pageHeaders(publicUrl, referencePolicy), referencePage));
  app.get('/docs/errors', (_request, reply) => sendPage(reply, headers, errors));
  app.get('/docs/page.css', (_request, reply) => sendPage(reply, headers, stylesheet, 'text/css; charset=utf-8'));
  app.get('/docs/start.js', (_request, reply) => sendPage(reply, headers, startScript, 'text/javascript; charset=utf-8'));
  const script = createAsset('text/javascript; charset=utf-8', referenceScript);
  app.get('/docs/reference.js', (request, reply) => script(request, reply, headers));
  const openApi = createAsset('application/json; charset=utf-8', async () => JSON.stringify(document, null, 2));
  // Documentation tools on other origins may read it; it holds nothing private.
  app.get('/openapi.json', (request, reply) => openApi(request, reply, { ...headers, 'access-control-allow-origin': '*' }));
}

type Prepared = { plain: Buffer; packed: Buffer; etag: string };
type Asset = (request: FastifyRequest, reply: FastifyReply, headers: Readonly<Record<string, string>>) => Promise<FastifyReply>;

/** A text that never changes while the process runs: made, compressed and hashed at its first request. */
function createAsset(contentType: string, load: () => Promise<string>): Asset {
  let prepared: Promise<Prepared> | undefined;
  const prepare = async (): Promise<Prepared> => {
    const plain = Buffer.from(await load());
    return { plain, packed: await promisify(gzip)(plain), etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
  };
  return async (request, reply, headers) => {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const { plain, packed, etag } = await prepared;
    reply.headers(headers).header('content-type', contentType).header('etag', etag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
  };
}
