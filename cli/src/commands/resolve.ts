import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { facts } from '../terminal.ts';

export const resolveCommand: Command = {
  name: 'resolve',
  summary: 'Ask for the name of an account.',
  usage: 'ACCOUNT BANK',
  options: {},
  about: 'BANK is a code, or the bank\'s name in any usual spelling. The session it answers is good for one transfer within 15 minutes.',
  examples: ['openteller resolve 0123456789 058', 'openteller resolve 0123456789 gtbank --json'],
  async run({ arguments: given, terminal, session }) {
    const [accountNumber = '', ...bank] = wordsOf(resolveCommand, given, 2, 6);
    const { teller } = await session();
    const named = bank.join(' ');
    const bankCode = /^\d+$/.test(named) ? named : (await teller.transfers.getBank(named)).bankCode;
    const found = await teller.transfers.enquireName({ accountNumber, bankCode });
    facts(terminal, [['name', terminal.paint.strong(found.accountName)], ['account', found.accountNumber], ['bank', `${found.bank} (${found.bankCode})`], ['session', found.sessionId]]);
    terminal.document(found);
    return exitCodes.done;
  },
};
