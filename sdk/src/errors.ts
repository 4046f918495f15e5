/** What a call can end in, other than its answer. */
import type { ErrorCode } from './operations.gen.ts';

/** One entry of `errors`, as the service sent it. */
export type ErrorEntry = {
  code: ErrorCode;
  /** For people; may change. */
  message: string;
  /** JSON pointer to the field, or null. */
  field: string | null;
  /** What to do about it. */
  fix: string;
  /** May the very same request succeed later? */
  retryable: boolean;
  docUrl: string;
  /** Facts of this one case, such as `attemptsRemaining`. */
  details: Record<string, unknown>;
};

/** The service refused the request, for the reasons in `errors`. Nothing is uncertain. */
export class TellerError extends Error {
  override readonly name = 'TellerError';
  /** Code of the first reason: branch on this. */
  readonly code: ErrorCode;
  readonly httpStatus: number;
  /** Two digits, as in NIP where one fits. */
  readonly statusCode: string;
  readonly errors: readonly ErrorEntry[];
  /** Of the call: send the same once more to ask for the same answer, or name it to whoever runs the service. */
  readonly requestId: string;
  readonly retryAfterSeconds: number | null;

  constructor(refusal: { httpStatus: number; statusCode: string; errors: readonly [ErrorEntry, ...ErrorEntry[]]; requestId: string; retryAfterSeconds: number | null }) {
    const [first] = refusal.errors;
    super(`${first.code}: ${first.message}${first.fix === '' ? '' : ` ${first.fix}`}`);
    this.code = first.code;
    this.httpStatus = refusal.httpStatus;
    this.statusCode = refusal.statusCode;
    this.errors = refusal.errors;
    this.requestId = refusal.requestId;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }

  /** The first entry about this field (`/amount`), if any. */
  about(field: string): ErrorEntry | undefined {
    return this.errors.find((entry) => entry.field === field);
  }
}

/**
 * No answer came, or none that the service can have written. Whether the request was carried out is unknown: call again with
 * the same `requestId`, and the answer is the one that was lost, or the work is done now; never both.
 */
export class TellerConnectionError extends Error {
  override readonly name = 'TellerConnectionError';
  readonly requestId: string;
  /** Of the last try; null when there was no answer at all. */
  readonly httpStatus: number | null;

  constructor(message: string, facts: { requestId: string; httpStatus?: number; cause?: unknown }) {
    super(`${message} Call again with requestId ${facts.requestId} to learn what became of it.`, { cause: facts.cause });
    this.requestId = facts.requestId;
    this.httpStatus = facts.httpStatus ?? null;
  }
}

/** A webhook that must not be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: 'missing_header' | 'timestamp_out_of_tolerance' | 'signature_mismatch' | 'invalid_body';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
