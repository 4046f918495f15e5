/** A page outside the API's roots that needs no token: one parameter in, HTML out. */
import type { FastifyInstance } from 'fastify';
import { pageHeaders, sendPage } from './page.ts';

export type PublicPage = {
  /** Absolute, with one parameter: `/receipts/:code`. */
  path: string;
  render(parameter: string): Promise<{ httpStatus: number; html: string }>;
};

/** Never cached: what a page tells can change. */
export function mountPublicPages(app: FastifyInstance, pages: readonly PublicPage[], publicUrl: string): void {
  const headers = { ...pageHeaders(publicUrl), 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
  for (const { path, render } of pages) {
    app.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
      const { httpStatus, html } = await render(Object.values(request.params)[0] ?? '');
      return sendPage(reply.code(httpStatus), headers, html);
    });
  }
}
