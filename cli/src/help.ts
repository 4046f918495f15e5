/** The help, from what the commands say of themselves. */
import { type Command, commonOptions } from './command.ts';
import { type Terminal, wrapped } from './terminal.ts';

const exits = 'Exit codes: 0 done, 1 refused (or the answer is no), 2 called wrongly, 3 no connection.';

export function showHelp(terminal: Terminal, commands: readonly Command[]): void {
  if (terminal.json) return terminal.document({ commands: commands.map(({ name, usage, summary }) => ({ name, usage, summary })) });
  const width = Math.max(...commands.map(({ name }) => name.length));
  const { line, paint } = terminal;
  line(`${paint.strong('openteller')}: the Openteller API from a terminal.`);
  line();
  for (const { name, summary } of commands) line(`  ${paint.strong(name.padEnd(width))}  ${summary}`);
  line();
  line('openteller COMMAND --help explains one, with an example.');
  line('Begin with: openteller login');
  line();
  for (const text of wrapped(exits, terminal.columns, '')) line(text);
}

export function showCommand(terminal: Terminal, { name, usage, summary, about, options, examples }: Command): void {
  const all = { ...options, ...commonOptions };
  if (terminal.json) return terminal.document({ name, usage, summary, options: Object.entries(all).map(([option, { value, describe }]) => ({ option, value: value ?? null, describe })), examples });
  const { line, paint } = terminal;
  const flags = Object.entries(all).map(([option, { value, describe }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, describe] as const);
  const width = Math.max(...flags.map(([flag]) => flag.length));
  for (const text of wrapped(summary, terminal.columns, '')) line(text);
  line();
  line(`  ${paint.strong(`openteller ${name} ${usage}`.trimEnd())}`);
  line();
  if (about !== undefined) {
    for (const text of wrapped(about, terminal.columns, '')) line(text);
    line();
  }
  for (const [flag, describe] of flags) {
    const [first = '', ...rest] = wrapped(describe, terminal.columns, ' '.repeat(width + 4));
    line(`  ${paint.strong(flag.padEnd(width))}  ${first.trimStart()}`);
    for (const text of rest) line(text);
  }
  line();
  line(examples.length === 1 ? 'Example:' : 'Examples:');
  for (const example of examples) line(`  ${example}`);
}
