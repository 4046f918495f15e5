/** A reset of the sandbox that comes in between. */
import { sql } from '#src/db/sql.ts';
import { succeed } from '#tests/journeys/payer.ts';
import type { Provocation } from './provocations.ts';

/** The sandbox is set aside behind the back of a caller whose token is believed for a moment more. */
export const afterReset: Provocation = async ({ app, tenant, sample, send }) => {
  const made = await sample();
  const setAside = (aside: boolean): Promise<number> =>
    app.db.write(tenant.tenantId, (tx) => tx.execute(sql`update tenant set retired_at = case when ${aside}::boolean then now() end where tenant_id = ${tx.tenantId}`));
  for (let tries = 1; ; tries += 1) {
    await succeed(tenant.call('GET', '/webhooks'));
    await setAside(true);
    const answer = await send(made);
    await setAside(false);
    // The moment may be over on a slow machine.
    if (!answer.codes.includes('token_invalid') || tries === 20) return answer;
  }
};

export const resetProvocations: Readonly<Record<string, Readonly<Record<string, Provocation>>>> = {
  resetSandbox: {
    sandbox_reset_meanwhile: async ({ sample, send }) => {
      const answers = await Promise.all([send(await sample()), send(await sample())]);
      return answers[0].status === 200 ? answers[1] : answers[0];
    },
  },
};
