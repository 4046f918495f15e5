import type { CheckWebhookData } from '../../../sdk/src/index.ts';
import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Terminal, wrapped } from '../terminal.ts';
import { chooseWebhook } from '../webhook-choice.ts';

/** The check itself takes a minute at most. */
const checkMs = 75_000;

export const goLiveCommand: Command = {
  name: 'go-live',
  summary: 'Attack your own receiver with genuine and forged events, and grade it.',
  usage: '[--webhook ID] [--last]',
  options: {
    webhook: { value: 'ID', describe: 'Which webhook; the only one there is, unless given.' },
    last: { describe: 'Show the last report, and send nothing.' },
  },
  about: 'The service sends the requests, so the receiver must be where a webhook reaches it. Every event is marked test: true. Ends with 0 for grades A and B, with 1 for C and F.',
  examples: ['openteller go-live --webhook "$WEBHOOK_ID"', 'openteller go-live --last --json'],
  async run({ arguments: given, terminal, session }) {
    wordsOf(goLiveCommand, given, 0);
    const open = await session();
    const webhook = await chooseWebhook(open, given);
    const { webhooks } = open.teller;
    if (!given.has('last')) terminal.line(terminal.paint.faint('Sending 21 requests; this takes some seconds, a minute at most.'));
    const report = given.has('last') ? await webhooks.getWebhookCheck(webhook) : await webhooks.checkWebhook(webhook, { timeoutMs: checkMs });
    terminal.document(report);
    if (!terminal.json) show(terminal, report);
    return report.ready ? exitCodes.done : exitCodes.refused;
  },
};

function show(terminal: Terminal, { url, checkedAt, durationMs, cases, grade, ready }: CheckWebhookData): void {
  const { paint, columns } = terminal;
  const marks = { pass: paint.good('✓ pass'), warn: paint.warn('! warn'), fail: paint.bad('✗ fail'), skipped: paint.faint('- left') };
  terminal.line(`${paint.strong(url)}  ${paint.faint(`checked ${checkedAt}, ${(durationMs / 1000).toFixed(1)} s`)}`);
  terminal.line();
  for (const { name, sent, answers, verdict, finding, fix } of cases) {
    const slowest = Math.max(0, ...answers.map(({ latencyMs }) => latencyMs));
    const came = answers.length === 0 ? '' : `${[...new Set(answers.map(({ httpStatus, error }) => httpStatus ?? error ?? 'no answer'))].join(', ')}, ${slowest} ms`;
    terminal.line(`${marks[verdict]}  ${name.padEnd(14)}  ${paint.faint(came)}`);
    if (verdict === 'pass' || verdict === 'skipped') continue;
    for (const line of wrapped(`${sent} ${finding}`, columns, '        ')) terminal.line(line);
    for (const line of fix === null ? [] : wrapped(fix, columns, '        ')) terminal.line(paint.warn(line));
  }
  terminal.line();
  terminal.line(`Grade ${ready ? paint.good(grade) : paint.bad(grade)}: ${sentences[grade]}`);
}

const sentences = {
  A: 'ready, nothing to mend.',
  B: 'ready, with warnings.',
  C: 'not ready: something fails, or could not be tried.',
  F: 'not ready: genuine events do not arrive, or forged ones are taken.',
} as const;
