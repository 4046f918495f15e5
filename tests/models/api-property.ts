/** The API of two programs against its model. */
import fc from 'fast-check';
import type { Pair } from '#tests/races/pair.ts';
import { apiCommands, openAccount, type RealApi } from './api-commands.ts';
import { newModel } from './api-model.ts';

/** Runs so many random lists of commands, each in a tenant of its own. @throws with the seed and the shortest list that fails. */
export async function apiProperty(pair: Pair, options: { seed: number; runs: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(apiCommands, async (commands) => {
      const tenant = await pair.addTenant();
      const model = newModel();
      const real: RealApi = { pair, tenant, sources: [], answered: [] };
      // Two accounts at least, so that few commands find nothing to do.
      await openAccount(model, real, { ofCustomer: true, naira: 600 });
      await openAccount(model, real, { ofCustomer: false, naira: 600 });
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    { seed: options.seed, numRuns: options.runs },
  );
}
