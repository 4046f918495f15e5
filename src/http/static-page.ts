/** A text that is served as it is and never changes while the process runs: pages of the documentation, their styles and scripts, documents. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from './page.ts';

/** What pages are made from. */
export type PageFacts = {
  /** Absolute, without a trailing slash. */
  publicUrl: string;
  /** The OpenAPI document. */
  document: Readonly<Record<string, unknown>>;
  version: string;
};

export type StaticPage = {
  path: string;
  contentType: string;
  /** Its Content-Security-Policy, where it differs from that of our plain pages. */
  policy?: string;
  /** Tools on other origins may read it; it holds nothing private. */
  readByAll?: boolean;
  /** Called once, at the first request. */
  load(facts: PageFacts): string | Promise<string>;
};

export function mountStaticPages(app: FastifyInstance, pages: readonly StaticPage[], facts: PageFacts): void {
  for (const page of pages) {
    const headers = { ...pageHeaders(facts.publicUrl, page.policy), ...(page.readByAll === true ? { 'access-control-allow-origin': '*' } : {}) };
    const asset = createAsset(page.contentType, async () => page.load(facts));
    app.get(page.path, (request, reply) => asset(request, reply, headers));
  }
}

type Prepared = { plain: Buffer; packed: Buffer; etag: string };
export type Asset = (request: FastifyRequest, reply: FastifyReply, headers: Readonly<Record<string, string>>) => Promise<FastifyReply>;

/** Made, compressed and hashed at its first request. */
export function createAsset(contentType: string, load: () => Promise<string | Buffer>): Asset {
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
