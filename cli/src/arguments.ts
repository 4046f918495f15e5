/** Reads the words behind a command by its declared options. */
import { parseArgs } from 'node:util';
import { type Command, commonOptions } from './command.ts';
import { nearest } from './suggest.ts';
import { UsageError } from './trouble.ts';

export type Arguments = {
  /** Words that are no options. */
  words: readonly string[];
  text(option: string): string | undefined;
  has(option: string): boolean;
};

/** @throws UsageError for an option that is unknown, lacks its value, or has one too many */
export function readArguments(command: Command, given: readonly string[]): Arguments {
  const known = { ...command.options, ...commonOptions };
  const options = Object.fromEntries(Object.entries(known).map(([name, { value }]) => [name, { type: value === undefined ? ('boolean' as const) : ('string' as const) }]));
  const { values, positionals, tokens } = parseArgs({ args: [...given], options: { ...options, h: { type: 'boolean' } }, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name === 'h') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) throw unknownOption(command, token.rawName, Object.keys(known));
    // A value may be empty, but not another option that was taken for it.
    const lacks = option.value !== undefined && (token.value === undefined || (token.inlineValue === false && token.value.startsWith('--')));
    if (lacks) throw new UsageError(`${token.rawName} needs a value.`, `Write --${token.name} ${option.value}.`);
    if (option.value === undefined && token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`, `Write --${token.name} alone.`);
  }
  return {
    words: positionals,
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    has: (option) => values[option] === true || (option === 'help' && values['h'] === true),
  };
}

/** The words in order. @throws UsageError unless there are as many as the command takes */
export function wordsOf(command: Command, { words }: Arguments, least: number, most = least): readonly string[] {
  if (words.length >= least && words.length <= most) return words;
  const wrong = words.length < least ? 'Something is missing.' : `There is a word too many: ${words[most] ?? ''}`;
  throw new UsageError(wrong, `Write openteller ${command.name} ${command.usage}`.trim());
}

function unknownOption(command: Command, given: string, known: readonly string[]): UsageError {
  const near = nearest(given.replace(/^-+/, ''), known);
  return new UsageError(`There is no option ${given}.`, near === null ? `openteller ${command.name} --help lists them.` : `Did you mean --${near}?`);
}
