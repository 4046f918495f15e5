/** A path outside the API's roots, for callers who speak another protocol than ours: their own signature, their own answers. */
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonType } from './envelope.ts';
import type { Responder } from './responder.ts';

export type RawRequest = {
  /** The bytes as they came: a signature is over them and nothing else. */
  body: Buffer;
  /** Lower-case names. */
  header(name: string): string | undefined;
};

export type RawRoute = {
  /** Absolute, without parameters. Mounted for POST alone. */
  path: string;
  bodyLimitBytes: number;
  /** `body` is sent as JSON. What it throws is answered as on any other path. */
  handle(request: RawRequest): Promise<{ httpStatus: number; body: Readonly<Record<string, unknown>> }>;
};

/** In a scope of their own, whose one parser leaves every body alone. */
export async function mountRawRoutes(app: FastifyInstance, routes: readonly RawRoute[], { send, refuse }: Responder): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer, done) => done(null, body));
    for (const { path, bodyLimitBytes, handle } of routes) {
      scope.route({
        method: 'POST',
        url: path,
        bodyLimit: bodyLimitBytes,
        errorHandler: (error, request, reply) => refuse(error, request, reply),
        handler: async (request, reply) => {
          const { body, headers } = request;
          const { httpStatus, body: answer } = await handle({
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
            header: (name) => [headers[name]].flat()[0],
          });
          return send(request, reply, { httpStatus, body: JSON.stringify(answer), contentType: jsonType });
        },
      });
    }
  });
}
