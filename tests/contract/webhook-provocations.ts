/** More webhooks, and more addresses of one replay, than there may be. */
import { sql } from '#src/db/sql.ts';
import { succeed } from '#tests/journeys/payer.ts';
import type { Answered } from '#tests/support/test-app.ts';
import type { Provocation } from './provocations.ts';

export const webhookProvocations: Readonly<Record<string, Readonly<Record<string, Provocation>>>> = {
  createWebhook: {
    limit_exceeded: async ({ sample, send }) => {
      let answer = await send(await sample());
      for (let more = 0; more < 20 && answer.status === 200; more += 1) answer = await send(await sample());
      return answer;
    },
  },
  replayWebhook: {
    limit_exceeded: async ({ app, tenant, sample, send }) => {
      const made = await sample();
      // Nobody listens at these addresses, and each is kept until it has been served.
      await succeed(tenant.call('POST', `/webhooks/${made.ids['id']}/test`, {}));
      await app.db.write(tenant.tenantId, (tx) => tx.execute(sql`update webhook_delivery set state = 'failed', next_at = null where tenant_id = ${tx.tenantId} and endpoint_id = ${made.ids['id']}`));
      const toAddress = (path: string): Promise<Answered> => send({ ...made, body: { ...made.body, state: 'failed', toEndpointId: undefined, toUrl: `http://127.0.0.1:9/${path}` } });
      let answer = await toAddress('first');
      for (let more = 0; more < 6 && answer.status === 200; more += 1) answer = await toAddress(String(more));
      return answer;
    },
  },
};
