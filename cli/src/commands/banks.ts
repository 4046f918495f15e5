import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { table } from '../terminal.ts';

export const banksCommand: Command = {
  name: 'banks',
  summary: 'List banks and their codes, or look for one.',
  usage: '[SEARCH]',
  options: {},
  about: 'SEARCH is part of a name or of any of its codes.',
  examples: ['openteller banks', 'openteller banks guaranty'],
  async run({ arguments: given, terminal, session }) {
    const search = wordsOf(banksCommand, given, 0, 5).join(' ').toLowerCase();
    const { teller } = await session();
    const all = await teller.transfers.listBanks();
    const found = all.filter(({ bankName, bankCode, cbnCode, aliases }) => [bankName, bankCode, cbnCode ?? '', ...aliases].some((text) => text.toLowerCase().includes(search)));
    terminal.document(found);
    if (found.length === 0) terminal.line(`No bank has "${search}" in its name or codes.`);
    else table(terminal, ['code', 'cbn', 'type', 'answers', 'name'], found.map(({ bankCode, cbnCode, type, availability, bankName }) => [bankCode, cbnCode ?? '', type, availability.status, bankName]));
    return found.length === 0 ? exitCodes.refused : exitCodes.done;
  },
};
