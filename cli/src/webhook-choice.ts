/** Which webhook is meant. */
import type { Arguments } from './arguments.ts';
import type { Session } from './session.ts';
import { UsageError } from './trouble.ts';

/** The named one, or the only one there is. @throws UsageError when there are none, or several */
export async function chooseWebhook({ teller }: Pick<Session, 'teller'>, given: Arguments): Promise<string> {
  const named = given.text('webhook');
  if (named !== undefined) return named;
  const webhooks = await teller.webhooks.listWebhooks();
  const [only, ...others] = webhooks;
  if (only === undefined) throw new UsageError('There is no webhook.', 'Make one with POST /webhooks, or use --forward-to URL.');
  if (others.length > 0) throw new UsageError('Which webhook?', `Add --webhook ID: ${webhooks.map(({ id, url }) => `${id} (${url})`).join(', ')}`);
  return only.id;
}
