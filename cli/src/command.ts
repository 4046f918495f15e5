/** What a command is, and what it is handed. Commands are data: help, completion and parsing are made from them. */
import type { Arguments } from './arguments.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

export type Option = {
  /** Name of the value in the help; none: the option is a switch. */
  value?: string;
  describe: string;
};

export type Command = {
  name: string;
  summary: string;
  /** Behind the command's name: `ACCOUNT BANK`, `[SEARCH]`. */
  usage: string;
  options: Readonly<Record<string, Option>>;
  examples: readonly [string, ...string[]];
  /** More about it, below the summary. */
  about?: string;
  /** First words that are known, for the completion. */
  words?: readonly string[];
  /** The exit code. @throws UsageError, TellerError, TellerConnectionError */
  run(invocation: Invocation): Promise<number>;
};

export type Invocation = {
  arguments: Arguments;
  terminal: Terminal;
  /** Of the profile or the environment. @throws UsageError when there are no credentials */
  session(): Promise<Session>;
  /** Ends when somebody presses Ctrl-C. */
  stop: AbortSignal;
};

/** Options that every command takes. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { describe: 'Print JSON: one document, or one line for each event.' },
  profile: { value: 'NAME', describe: 'Use these credentials; default unless given.' },
  help: { describe: 'Show this help.' },
};
