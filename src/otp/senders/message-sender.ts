/** The message port: how a text reaches a phone. */

export type OutgoingMessage = {
  /** E.164, `+234…` */
  to: string;
  text: string;
  /** Ours; a gateway that knows it sends once. */
  clientReference: string;
};

export type SendOutcome =
  | { outcome: 'sent'; providerReference: string }
  /** Definitely not sent and never will be: a bad number, a refused sender. */
  | { outcome: 'rejected'; reason: string }
  /** Definitely not sent now; may be tried again. */
  | { outcome: 'unavailable'; reason: string }
  /** Submitted, and no answer came: not sent a second time by itself. */
  | { outcome: 'unknown'; reason: string };

export type MessageSender = {
  readonly name: string;
  /** Resolves for every trouble of the gateway; rejects only when the signal aborts before the message left. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>;
};
