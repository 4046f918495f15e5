import { diagnose } from '../../../src/lib/signature-doctor.ts';
import { isRecord } from '../../../src/lib/assert.ts';
import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readInput } from '../read-input.ts';
import { wrapped } from '../terminal.ts';
import { UsageError } from '../trouble.ts';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Say why a signature is refused.',
  usage: '--secret SECRET --headers FILE --body FILE',
  options: {
    secret: { value: 'SECRET', describe: 'The one your receiver uses; or OPENTELLER_WEBHOOK_SECRET.' },
    headers: { value: 'FILE', describe: 'As your receiver saw them: lines of Name: value, or a JSON object. - reads standard input.' },
    body: { value: 'FILE', describe: 'The bytes your receiver checked. - reads standard input.' },
    computed: { value: 'TEXT', describe: 'What your own code computed, to learn how it came to that.' },
    'received-at': { value: 'TIME', describe: 'When it came, by the receiver\'s clock; otherwise the age of the request is not judged.' },
  },
  about: 'Works without a connection: neither the secret nor the body leaves this machine. Ends with 0 when a receiver that follows the guide accepts the request, with 1 when not.',
  examples: ['openteller verify --secret "$SECRET" --headers headers.txt --body body.json'],
  async run({ arguments: given, terminal }) {
    wordsOf(verifyCommand, given, 0);
    const secret = given.text('secret') ?? process.env['OPENTELLER_WEBHOOK_SECRET'] ?? '';
    const [headersFile, bodyFile] = [given.text('headers'), given.text('body')];
    if (secret === '' || headersFile === undefined || bodyFile === undefined) throw new UsageError('Secret, headers and body are all needed.', `Write openteller verify ${verifyCommand.usage}`);
    if (headersFile === '-' && bodyFile === '-') throw new UsageError('Only one of them can be on standard input.', 'Put the headers or the body into a file.');
    const receivedAt = given.text('received-at');
    if (receivedAt !== undefined && Number.isNaN(Date.parse(receivedAt))) throw new UsageError(`${receivedAt} is no time.`, 'Write it like 2026-11-21T09:30:00Z.');
    const { valid, findings } = diagnose({
      headers: headersIn(String(await readInput(headersFile))), body: await readInput(bodyFile), secrets: [{ name: 'given', secret }],
      receivedAtSeconds: receivedAt === undefined ? null : Date.parse(receivedAt) / 1000, computed: given.text('computed') ?? null,
    });
    const { paint } = terminal;
    terminal.document({ valid, findings });
    terminal.line(valid ? `${paint.good('✓')} The signature is genuine.` : `${paint.bad('✗')} A receiver refuses this request.`);
    for (const { code, message, fix } of findings) {
      terminal.line();
      for (const line of wrapped(`${code}: ${message}`, terminal.columns, '  ')) terminal.line(line);
      for (const line of wrapped(fix, terminal.columns, '    ')) terminal.line(paint.faint(line));
    }
    return valid ? exitCodes.done : exitCodes.refused;
  },
};

/** A JSON object, or lines as curl and proxies print them; the first line of a request or an answer is passed over. @throws UsageError */
function headersIn(text: string): Record<string, string | string[]> {
  const parsed = jsonIn(text);
  const lines = parsed === null ? text.split(/\r?\n/).map((line) => line.replace(/^[<>*] ?/, '')).filter((line) => line.includes(':')) : [];
  const found = new Map<string, string[]>(Object.entries(parsed ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : [String(value)]]));
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':');
    if (!/^[\w-]+$/.test(name.trim())) continue;
    // One space belongs to the line; more may be the mistake that is looked for.
    found.set(name.trim(), [...(found.get(name.trim()) ?? []), rest.join(':').replace(/^ /, '')]);
  }
  if (found.size === 0) throw new UsageError('There are no headers in that.', 'Write one Name: value on each line, or a JSON object.');
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

function jsonIn(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
