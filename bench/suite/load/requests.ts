/** Work that is one request again and again. */
import { openConnection } from '../../connection.ts';
import type { Work } from './work.ts';

/** `requestOf` writes the request of a client's turn. */
export function repeated(port: number, unit: string, requestOf: (client: number, turn: number) => string): Work {
  return {
    unit,
    steps: [unit],
    async open(client, answers) {
      const connection = await openConnection(port);
      let turn = 0;
      return {
        async turn() {
          const reply = await connection.exchange(requestOf(client, turn));
          turn += 1;
          return answers.good(reply) ? [performance.now()] : null;
        },
        close: connection.close,
      };
    },
  };
}

let runs = 0;
/** Begins every requestId of one run, so that no run repeats another's. */
export function nameOfRun(): string {
  runs += 1;
  return `${Date.now().toString(36)}${runs.toString(36)}`;
}
