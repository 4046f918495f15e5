/** A confirmation: initiate, then validate with the sandbox's fixed code, which stands in for the text message. */
import { openConnection, postRequest } from '../../connection.ts';
import { initiateBody, validateBody } from '../../load.ts';
import { nameOfRun } from '../load/requests.ts';
import type { Work } from '../load/work.ts';
import { payersFor, type Supply, supplySessions } from '../payers.ts';
import type { Stage } from '../stage.ts';

export const initiatePath = '/sandbox/v1/transfer/collection/initiate';
export const validatePath = '/sandbox/v1/transfer/validate';

/** `seconds` is how long it shall last, its ramp included; `most` what a second brings at most, where that is known. */
export async function confirming(stage: Stage, options: { clients: number; tenants: number; seconds: number; most?: number }): Promise<Work> {
  const { clients, tenants, seconds, most } = options;
  const payers = await stage.payers(payersFor(clients, tenants), tenants);
  const supply = await supplySessions(stage.program().connection, payers, clients, seconds, most);
  return confirmations(stage.program().port, supply);
}

function confirmations(port: number, supply: Supply): Work {
  const name = nameOfRun();
  return {
    unit: 'confirmation',
    steps: ['initiate', 'validate'],
    async open(client, answers) {
      const connection = await openConnection(port);
      let turn = 0;
      return {
        async turn() {
          const { payer, sessionId } = supply(client, turn);
          const requestId = `${name}-${client}-${turn}`;
          turn += 1;
          const initiated = await connection.exchange(postRequest(initiatePath, payer.token, `${requestId}-i`, initiateBody(sessionId, payer.accountNumber)));
          const between = performance.now();
          if (!answers.good(initiated)) return null;
          const validated = await connection.exchange(postRequest(validatePath, payer.token, `${requestId}-v`, validateBody(initiated.body)));
          return answers.good(validated) ? [between, performance.now()] : null;
        },
        close: connection.close,
      };
    },
  };
}
