/**
 * Termii's SMS gateway: POST /sms/send over the `dnd` channel, which reaches numbers that refuse advertising.
 *
 * The outcome decides whether a text may be sent twice, so what is not certain is `unknown`: a code that went out
 * late only confuses if another follows it.
 */
import { isRecord } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import type { MessageSender, OutgoingMessage, SendOutcome } from './message-sender.ts';

export type TermiiOptions = {
  /** `https://api.ng.termii.com/api`, or the account's own base; without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  /** Sender name registered with the networks, at most 11 characters. */
  senderId: string;
  timeoutMs?: number;
};

const maxAnswerBytes = 64 * 1024;

/** Errors that come before a request can have been written. */
const beforeSending = /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+)$/;

export function createTermiiSender(options: TermiiOptions): MessageSender {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    name: 'termii',
    async send(message, signal) {
      signal.throwIfAborted();
      try {
        return await withDeadline(timeoutMs, async (limit) => {
          const response = await fetch(`${options.baseUrl}/sms/send`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
            body: JSON.stringify(requestBody(message, options)),
            redirect: 'error',
            signal: limit,
          });
          return outcomeOf(response.status, await readAnswer(response));
        }, signal);
      } catch (error) {
        const code = causeCode(error);
        return beforeSending.test(code) ? { outcome: 'unavailable', reason: code } : { outcome: 'unknown', reason: code };
      }
    },
  };
}

function requestBody(message: OutgoingMessage, options: TermiiOptions): Record<string, string> {
  return {
    api_key: options.apiKey,
    to: message.to.replace(/^\+/, ''),
    from: options.senderId,
    // One sign outside GSM 03.38 makes the whole text UCS-2, with 70 characters to a part instead of 160.
    sms: message.text.replaceAll('\u20a6', 'NGN '),
    type: 'plain',
    channel: 'dnd',
  };
}

/** The answer as an object; null when it is none, or longer than any answer of this gateway. */
async function readAnswer(response: Response): Promise<Record<string, unknown> | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) return null;
    chunks.push(chunk);
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function outcomeOf(status: number, answer: Record<string, unknown> | null): SendOutcome {
  const reason = reasonOf(status, answer);
  if (status >= 200 && status <= 299) {
    const reference = referenceOf(answer);
    // Neither ok nor a reference: the text may be on its way.
    return answer?.['code'] === 'ok' && reference !== null ? { outcome: 'sent', providerReference: reference } : { outcome: 'unknown', reason };
  }
  // A wrong key, an empty balance or too many calls are the operator's trouble: the same text may go later.
  if ([401, 402, 403, 429, 503].includes(status) || /balance/i.test(reason)) return { outcome: 'unavailable', reason };
  if (status >= 400 && status <= 499 && status !== 408) return { outcome: 'rejected', reason };
  return { outcome: 'unknown', reason };
}

function referenceOf(answer: Record<string, unknown> | null): string | null {
  // `message_id` is a number beyond what JSON readers keep exactly; its text form is whole.
  const reference = answer?.['message_id_str'] ?? answer?.['message_id'];
  if (typeof reference === 'number') return String(reference);
  return typeof reference === 'string' && reference !== '' ? reference : null;
}

/** A short text for the operator. The gateway's own words are kept to one line; they may not echo our text. */
function reasonOf(status: number, answer: Record<string, unknown> | null): string {
  const message = answer?.['message'];
  return typeof message === 'string' ? `HTTP ${status}: ${message.replaceAll(/\s+/g, ' ').replaceAll(/\d{4,}/g, '…').slice(0, 120)}` : `HTTP ${status}`;
}

function causeCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
