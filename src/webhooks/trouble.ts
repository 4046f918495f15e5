/** Why a call got no answer, as a class. Details stay here: they would tell a tenant about networks that are not his. */
import type { WebhookOutcome } from './webhook-http.ts';

export type TroubleClass = NonNullable<WebhookOutcome['error']>;

/** A trouble whose class is known where it is found. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly kind: TroubleClass;

  constructor(kind: TroubleClass) {
    super(kind);
    this.kind = kind;
  }
}

const classes: readonly (readonly [RegExp, TroubleClass])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ENONAME|EBADNAME)/, 'dns'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/, 'refused'],
  [/^(ETIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'timeout'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'reset'],
  [/^HPE_/, 'http'],
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CRL_|ERROR_IN_|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH)/, 'tls'],
];

/** The class of an error of Node's resolver, sockets, TLS or HTTP parser. What is unknown counts as a broken connection. */
export function classify(error: unknown): TroubleClass {
  if (error instanceof Trouble) return error.kind;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return classes.find(([pattern]) => pattern.test(code))?.[1] ?? 'reset';
}
