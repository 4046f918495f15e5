/** The webhook port: one HTTP POST to a stranger's address, under guard. */

export type WebhookCall = {
  url: string;
  /** The bytes that were signed. */
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Sandbox tenants may use http and loopback addresses; live ones may not. */
  allowLocal: boolean;
  /** Writes the body in so many pieces, with a pause after each but the last. */
  slowly?: { pieces: number; pauseMs: number };
};

export type WebhookOutcome = {
  /** null when no answer came. */
  httpStatus: number | null;
  /** Class of trouble, shown to the tenant in place of headers and body. */
  error: 'blocked' | 'dns' | 'refused' | 'reset' | 'tls' | 'timeout' | 'http' | 'invalid_url' | null;
  latencyMs: number;
  /** Seconds of a Retry-After header, if one came. */
  retryAfterSeconds: number | null;
};

export type WebhookHttp = {
  /** Never throws; never follows a redirect; reads at most 64 KB; at most 15 seconds in all. */
  post(call: WebhookCall): Promise<WebhookOutcome>;
};
