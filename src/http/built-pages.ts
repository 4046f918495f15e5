/** An application of pages that was built into a directory: its files under one path, and its first page for every address below that is no file. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '#src/errors.ts';
import { page, pageHeaders, sendPage } from './page.ts';
import { type Asset, createAsset } from './static-page.ts';

export type BuiltPages = {
  /** `/dashboard`: without a trailing slash. */
  path: string;
  /** Holds index.html, files of its own, and hashed ones in assets/. */
  directory: string;
  /** First steps below that are not the application's: what is not found there is not found. */
  except: readonly string[];
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.png': 'image/png', '.webp': 'image/webp', '.json': 'application/json; charset=utf-8', '.txt': 'text/plain; charset=utf-8',
};
/** Its name changes with its content. */
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };

export function mountBuiltPages(app: FastifyInstance, { path, directory, except }: BuiltPages, publicUrl: string): void {
  const assets = new Map<string, Asset>();
  const headers = pageHeaders(publicUrl);

  /** Read when first asked for. An index that was built anew names files of its own, so none is ever stale. */
  function assetOf(file: string): Asset {
    const contentType = types[extname(file)];
    if (contentType === undefined || !/^(?:assets\/)?[\w-]+(?:\.[\w-]+)+$/.test(file)) throw fail('record_not_found');
    const known = assets.get(file);
    if (known !== undefined) return known;
    const asset = createAsset(contentType, () => readFile(join(directory, file)).catch(() => Promise.reject(fail('record_not_found'))));
    if (assets.size < 500) assets.set(file, asset);
    return asset;
  }

  app.get(path, (_request, reply) => reply.redirect(`${path}/`, 308));
  app.get<{ Params: { '*': string } }>(`${path}/*`, async (request, reply) => {
    const file = request.params['*'];
    if (except.some((step) => file === step || file.startsWith(`${step}/`))) throw fail('record_not_found');
    if (extname(file) !== '') return assetOf(file)(request, reply, file.startsWith('assets/') ? { ...headers, ...forEver } : headers);
    return sendIndex(reply);
  });

  async function sendIndex(reply: FastifyReply): Promise<FastifyReply> {
    const html = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null);
    if (html === null) return sendPage(reply.code(503).header('retry-after', '3'), { ...headers, 'cache-control': 'no-store', refresh: '3' }, notYet);
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, { ...pageHeaders(publicUrl, policy(nonce)), 'cache-control': 'no-store' }, html.replace('__NONCE__', nonce));
  }
}

/** Scripts are files of ours and nothing else. The style elements that pages make carry the nonce; attributes hold sizes and places. */
function policy(nonce: string): string {
  return [
    "default-src 'none'", "script-src 'self'", `style-src-elem 'self' 'nonce-${nonce}'`, "style-src-attr 'unsafe-inline'", "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'",
    "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
  ].join('; ');
}

const notYet = page('Openteller', '<h1>One moment</h1><p>The pages are being built, which happens once after an update and takes some seconds. This page looks again by itself. If it stays, the log of the start says why.</p>');
