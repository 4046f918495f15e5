/** What is logged: one line per request with an allow-list of fields, and our own mistakes with their cause. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Asked every few seconds for ever; their lines would bury the others. */
const probes = new Set(['livez', 'readyz', 'metrics']);

/** One line for a finished request. Never its body, query string, Authorization or cookies. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply, durationMs: number): void {
  const { edge } = request;
  const write = probes.has(edge?.operationId ?? '') ? log.debug.bind(log) : log.info.bind(log);
  write(
    {
      requestId: edge?.requestId,
      operationId: edge?.operationId,
      httpStatus: reply.statusCode,
      code: edge?.code,
      durationMs: Math.round(durationMs * 10) / 10,
      tenantId: edge?.caller?.tenantId,
      credentialId: edge?.caller?.credentialId,
      memberId: edge?.memberId,
      ip: edge?.ip,
    },
    'request',
  );
}

/** An error no caller caused. */
export function logMistake(log: Logger, request: FastifyRequest, error: unknown): void {
  log.error({ requestId: request.edge?.requestId, operationId: request.edge?.operationId, error: describeError(error) }, 'request failed');
}

/**
 * Name, code, stack and causes of an error. A database error loses its message when it is about data (class 22, 23):
 * the message then quotes the row, and the row may be somebody's.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const quotesData = code !== undefined && /^2[23][0-9A-Z]{3}$/.test(code);
  return {
    type: error.name,
    code,
    constraint: 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined,
    message: quotesData ? 'a value was refused by the database' : error.message,
    stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')).join('\n'),
    cause: error.cause === undefined || depth >= 4 ? undefined : describeError(error.cause, depth + 1),
  };
}
