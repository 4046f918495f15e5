import { createInterface } from 'node:readline/promises';
import { askSecret } from '../../../src/cli/ask-secret.ts';
import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { openProfiles } from '../profiles.ts';
import { readStdin } from '../read-input.ts';
import { checkToken } from '../check-token.ts';
import { connect, defaultProfile, rootOf } from '../session.ts';
import { UsageError } from '../trouble.ts';

export const loginCommand: Command = {
  name: 'login',
  summary: 'Store credentials on this machine, once they have been tried.',
  usage: '[--url URL] [--client-id ID] [--profile NAME]',
  options: {
    url: { value: 'URL', describe: 'Of the service, such as http://127.0.0.1:3000; or OPENTELLER_URL.' },
    'client-id': { value: 'ID', describe: 'ot_test_… or ot_live_…; or OPENTELLER_CLIENT_ID.' },
  },
  about: 'The secret is asked for without showing it, or read from standard input; or OPENTELLER_CLIENT_SECRET. It is stored in ~/.config/openteller, or $XDG_CONFIG_HOME/openteller, for you alone.',
  examples: ['openteller login --url http://127.0.0.1:3000 --client-id "$CLIENT_ID" <<< "$CLIENT_SECRET"', 'openteller login --profile live'],
  async run({ arguments: given, terminal }) {
    wordsOf(loginCommand, given, 0);
    const env = process.env;
    const answers = await missing({ URL: given.text('url') ?? env['OPENTELLER_URL'] ?? '', 'Client id': given.text('client-id') ?? env['OPENTELLER_CLIENT_ID'] ?? '' });
    const [url = '', clientId = ''] = answers;
    const clientSecret = env['OPENTELLER_CLIENT_SECRET'] ?? (process.stdin.isTTY ? await askSecret('Secret: ') : String(await readStdin()).trim());
    if (clientSecret === null || clientSecret === '') throw new UsageError('There is no secret.', 'Type it, send it on standard input, or set OPENTELLER_CLIENT_SECRET.');
    const profile = given.text('profile') ?? defaultProfile;
    const entry = { url: rootOf(url, clientId), clientId, clientSecret };
    await checkToken(connect(entry));
    const profiles = openProfiles(env);
    const stored = await profiles.read();
    await profiles.write({ ...stored, profiles: { ...stored.profiles, [profile]: entry } });
    terminal.line(`${terminal.paint.good('✓')} Logged in at ${entry.url} as ${clientId}.`);
    terminal.line(terminal.paint.faint(`Profile ${profile} is in ${profiles.file}.`));
    terminal.document({ profile, url: entry.url, clientId, file: profiles.file });
    return exitCodes.done;
  },
};

/** Asks at a terminal for what is not given. @throws UsageError where there is nobody to ask */
async function missing(values: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const answer = value === '' && process.stdin.isTTY ? await ask(`${name}: `) : value;
    if (answer === '') throw new UsageError(`${name} is missing.`, 'Write openteller login --url URL --client-id ID, with the secret on standard input.');
    found.push(answer);
  }
  return found;
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
