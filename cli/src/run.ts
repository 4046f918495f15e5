/** Finds the command, hands it what it needs, and turns whatever comes of it into an exit code. */
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { commands, version } from './commands.ts';
import { showCommand, showHelp } from './help.ts';
import { openProfiles } from './profiles.ts';
import { openSession } from './session.ts';
import { nearest } from './suggest.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { tellTrouble, UsageError } from './trouble.ts';

export async function runCommandLine(given: readonly string[]): Promise<number> {
  const terminal = createTerminal({ output: process.stdout, errors: process.stderr, json: given.includes('--json'), env: process.env });
  try {
    return await dispatch(terminal, given);
  } catch (error) {
    try {
      return tellTrouble(terminal, error);
    } catch {
      terminal.error(`openteller itself is at fault: ${error instanceof Error ? error.message : String(error)}`);
      return exitCodes.refused;
    }
  }
}

async function dispatch(terminal: Terminal, given: readonly string[]): Promise<number> {
  const name = given.find((word) => !word.startsWith('-'));
  if (name === undefined || name === 'help') {
    const asked = name === 'help' ? given.filter((word) => !word.startsWith('-'))[1] : undefined;
    if (asked !== undefined) showCommand(terminal, commandOf(asked));
    else if (given.includes('--version')) terminal.line(version);
    else showHelp(terminal, commands);
    if (asked === undefined && given.includes('--version')) terminal.document({ version });
    return given.length === 0 ? exitCodes.usage : exitCodes.done;
  }
  const command = commandOf(name);
  const rest = [...given];
  rest.splice(rest.indexOf(name), 1);
  const read = readArguments(command, rest);
  if (read.has('help')) {
    showCommand(terminal, command);
    return exitCodes.done;
  }
  const stop = new AbortController();
  const interrupt = (): void => {
    // Who presses twice does not want to wait for the end of anything.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await command.run({ arguments: read, terminal, session: () => openSession(process.env, openProfiles(process.env), read.text('profile')), stop: stop.signal });
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** @throws UsageError, with the name that was probably meant */
function commandOf(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const near = nearest(name, commands.map((command) => command.name));
  throw new UsageError(`There is no command ${name}.`, near === null ? 'openteller --help lists them.' : `Did you mean openteller ${near}?`);
}
