import { wordsOf } from '../arguments.ts';
import { type Command, commonOptions } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../trouble.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** `commands` is asked for when it is there: the list holds this command too. */
export function completionCommand(commands: () => readonly Command[]): Command {
  const command: Command = {
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    usage: 'bash | zsh | fish',
    options: {},
    words: shells,
    examples: ['source <(openteller completion bash)', 'openteller completion fish > ~/.config/fish/completions/openteller.fish'],
    async run({ arguments: given, terminal }) {
      const [asked] = wordsOf(command, given, 1);
      const shell = shells.find((known) => known === asked);
      if (shell === undefined) throw new UsageError(`There is no completion for ${asked}.`, `Use one of ${shells.join(', ')}.`);
      const script = scripts[shell](commands());
      terminal.line(script);
      terminal.document({ shell, script });
      return exitCodes.done;
    },
  };
  return command;
}

const flagsOf = ({ options }: Command): string[] => Object.keys({ ...options, ...commonOptions }).map((name) => `--${name}`);
const wordsFor = (command: Command): string => [...(command.words ?? []), ...flagsOf(command)].join(' ');
/** In single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const scripts = {
  bash: (commands: readonly Command[]): string => `# source <(openteller completion bash)
_openteller() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name}) words=${quoted(wordsFor(command))} ;;`).join('\n')}
    *) words=${quoted([...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' '))} ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted([...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' '))}; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _openteller openteller`,

  zsh: (commands: readonly Command[]): string => `#compdef openteller
# source <(openteller completion zsh)
_openteller() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${commands.map((command) => `    ${command.name}) compadd -- ${wordsFor(command)} ;;`).join('\n')}
  esac
  _files
}
if [ "$funcstack[1]" = "_openteller" ]; then _openteller "$@"; else compdef _openteller openteller; fi`,

  fish: (commands: readonly Command[]): string => ['# openteller completion fish > ~/.config/fish/completions/openteller.fish', ...commands.flatMap((command) => [
    `complete -c openteller -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...(command.words === undefined ? [] : [`complete -c openteller -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)} -f -a ${quoted(command.words.join(' '))}`]),
    ...Object.entries({ ...command.options, ...commonOptions }).map(([name, { value, describe }]) =>
      `complete -c openteller -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)} -l ${name}${value === undefined ? '' : ' -r'} -d ${quoted(describe)}`),
  ])].join('\n'),
} as const;
