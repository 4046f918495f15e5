/** The sandbox's gateway: the row of the message is the inbox that GET /sandbox/messages shows, so nothing has to leave. */
import type { MessageSender } from './message-sender.ts';

export function createInboxSender(): MessageSender {
  return {
    name: 'inbox',
    async send(message, signal) {
      signal.throwIfAborted();
      return { outcome: 'sent', providerReference: `inbox_${message.clientReference}` };
    },
  };
}
