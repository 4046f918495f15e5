/** The public face of the SDK. */
export type { CallOptions, CursorList, CursorPage, Page, PageList } from './call.ts';
export { createTeller, type Teller, type TellerOptions } from './client.ts';
export { type ErrorEntry, TellerConnectionError, TellerError, WebhookVerificationError } from './errors.ts';
export type * from './operations.gen.ts';
export { verifyWebhook, type WebhookEvent, type WebhookRequest } from './webhooks.ts';
