import { setTimeout as pause } from 'node:timers/promises';
import type { GetTransferStatusData } from '../../../sdk/src/index.ts';
import { wordsOf } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { clockTime, naira } from '../shown.ts';
import { facts, table, type Terminal } from '../terminal.ts';
import { UsageError } from '../trouble.ts';
import { pageOf } from './customers.ts';

const pageSize = 20;
/** Between two looks, whatever the service says about the next. */
const shortestWaitMs = 500;
const longestWaitMs = 5_000;
const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'REVERSED'] as const;

export const transfersCommand: Command = {
  name: 'transfers',
  summary: 'List transfers, read one, or follow one to its end.',
  usage: '[list | get ID | watch ID]',
  options: {
    status: { value: 'STATUS', describe: 'PENDING, SUCCESS, FAILED or REVERSED.' },
    customer: { value: 'ID', describe: 'Of this customer.' },
    account: { value: 'NUMBER', describe: 'From this account.' },
    page: { value: 'NUMBER', describe: 'Page of the list, from 1.' },
  },
  words: ['list', 'get', 'watch'],
  about: 'watch ends with 0 when the money arrived and with 1 when it did not.',
  examples: ['openteller transfers list --status FAILED', 'openteller transfers watch "$TRANSACTION_ID"'],
  async run(invocation) {
    const [what = 'list', id] = invocation.arguments.words;
    if (what === 'list') return list(invocation);
    if (what === 'get' && id !== undefined) return read(invocation, id);
    if (what === 'watch' && id !== undefined) return watch(invocation, id);
    throw new UsageError(what === 'get' || what === 'watch' ? 'Which transfer?' : `transfers cannot ${what}.`, `Write openteller transfers ${transfersCommand.usage}`);
  },
};

async function list({ arguments: given, terminal, session }: Invocation): Promise<number> {
  wordsOf(transfersCommand, given, 0, 1);
  const asked = given.text('status')?.toUpperCase();
  const status = statuses.find((known) => known === asked);
  if (asked !== undefined && status === undefined) throw new UsageError(`There is no status ${asked}.`, `Use one of ${statuses.join(', ')}.`);
  const [customerId, accountNumber] = [given.text('customer'), given.text('account')];
  const { teller } = await session();
  const page = await teller.transfers.listTransfers({
    page: pageOf(given.text('page')), pageSize,
    ...(status === undefined ? {} : { status }), ...(customerId === undefined ? {} : { customerId }), ...(accountNumber === undefined ? {} : { accountNumber }),
  });
  terminal.document(page);
  table(terminal, ['transactionId', 'stage', 'amount', 'to'], page.items.map((item) => [item.transactionId, item.stage, naira(item.amount), `${item.beneficiaryAccountNumber} ${item.beneficiaryAccountName}`]));
  terminal.line(terminal.paint.faint(`${page.items.length} of ${page.total}${page.currentPage * pageSize < page.total ? `; more with --page ${page.currentPage + 1}` : ''}`));
  return exitCodes.done;
}

async function read({ arguments: given, terminal, session }: Invocation, id: string): Promise<number> {
  wordsOf(transfersCommand, given, 2);
  const { teller } = await session();
  const transfer = await teller.transfers.getTransfer(id);
  terminal.document(transfer);
  facts(terminal, [
    ['transactionId', terminal.paint.strong(transfer.transactionId)], ['status', statusText(terminal, transfer)], ['amount', naira(transfer.amount)],
    ['charges', naira(transfer.fee + transfer.vat + transfer.stampDuty)], ['from', transfer.sourceAccountNumber],
    ['to', `${transfer.beneficiaryAccountNumber} ${transfer.beneficiaryAccountName}, bank ${transfer.beneficiaryBankCode}`], ['narration', transfer.narration],
    ['reason', transfer.reason], ['code', transfer.responseCode], ['sessionId', transfer.sessionId], ['safe to retry', transfer.safeToRetry ? 'yes' : 'no'],
  ]);
  for (const { at, step } of transfer.timeline) terminal.line(`  ${terminal.paint.faint(clockTime(at))}  ${step}`);
  return exitCodes.done;
}

/** One line for each change, until nothing changes any more. */
async function watch({ arguments: given, terminal, session, stop }: Invocation, id: string): Promise<number> {
  wordsOf(transfersCommand, given, 2);
  const { teller } = await session();
  let before = '';
  for (;;) {
    const now = await teller.transfers.getTransferStatus(id);
    if (now.stage !== before) {
      terminal.record(now);
      terminal.line(`${terminal.paint.faint(clockTime(new Date().toISOString()))}  ${statusText(terminal, now)}  ${naira(now.amount)}${now.reason === null ? '' : `  ${now.reason}`}`);
      if (now.stage === 'awaiting_otp') terminal.line(terminal.paint.faint('          waits for its OTP: POST /transfer/validate'));
      before = now.stage;
    }
    if (now.conclusive) return now.status === 'SUCCESS' ? exitCodes.done : exitCodes.refused;
    const asked = now.nextCheckAt === null ? longestWaitMs : Date.parse(now.nextCheckAt) - Date.now();
    const stopped = await pause(Math.min(Math.max(asked, shortestWaitMs), longestWaitMs), false, { signal: stop }).catch(() => true);
    // Not known yet is not a success.
    if (stopped) return exitCodes.refused;
  }
}

function statusText({ paint }: Terminal, { status, stage, conclusive }: Pick<GetTransferStatusData, 'status' | 'stage' | 'conclusive'>): string {
  const text = `${status} (${stage})`;
  if (!conclusive) return paint.warn(text);
  return status === 'SUCCESS' ? paint.good(text) : paint.bad(text);
}
