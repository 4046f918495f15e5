import type { Context } from '#src/context.ts';

/** What webhooks use of the context: no rail, no identity provider, no messages. */
export type WebhookContext = Pick<Context, 'db' | 'ids' | 'keyring' | 'requests' | 'clock' | 'webhookHttp' | 'wake'>;
