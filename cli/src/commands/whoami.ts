import { wordsOf } from '../arguments.ts';
import { checkToken } from '../check-token.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { facts } from '../terminal.ts';

export const whoamiCommand: Command = {
  name: 'whoami',
  summary: 'Show whose credentials are used, and whether they work.',
  usage: '',
  options: {},
  examples: ['openteller whoami --json'],
  async run({ arguments: given, terminal, session }) {
    wordsOf(whoamiCommand, given, 0);
    const { profile, source, url, clientId, teller } = await session();
    const environment = clientId.startsWith('ot_live_') ? 'live' : 'sandbox';
    await checkToken({ teller });
    facts(terminal, [['profile', source === 'profile' ? profile : 'none: from the environment'], ['url', url], ['environment', environment], ['client id', clientId], ['token', terminal.paint.good('works')]]);
    terminal.document({ profile: source === 'profile' ? profile : null, url, environment, clientId });
    return exitCodes.done;
  },
};
