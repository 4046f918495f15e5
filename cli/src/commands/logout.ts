import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { openProfiles } from '../profiles.ts';
import { defaultProfile, unknownProfile } from '../session.ts';

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Forget stored credentials.',
  usage: '[--profile NAME]',
  options: {},
  examples: ['openteller logout', 'openteller logout --profile live'],
  async run({ arguments: given, terminal }) {
    wordsOf(logoutCommand, given, 0);
    const profile = given.text('profile') ?? defaultProfile;
    const profiles = openProfiles(process.env);
    const stored = await profiles.read();
    if (!Object.hasOwn(stored.profiles, profile)) throw unknownProfile(profile, Object.keys(stored.profiles));
    const without = <Value>(entries: Readonly<Record<string, Value>>): Record<string, Value> => Object.fromEntries(Object.entries(entries).filter(([name]) => name !== profile));
    await profiles.write({ profiles: without(stored.profiles), listenSecrets: without(stored.listenSecrets) });
    terminal.line(`${terminal.paint.good('✓')} Profile ${profile} is forgotten. The credential itself works until it is revoked.`);
    terminal.document({ profile, forgotten: true });
    return exitCodes.done;
  },
};
