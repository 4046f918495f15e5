/** Where a command writes: lines for people, or JSON for programs. Colours only on a terminal that wants them. */

type Paint = (text: string) => string;

export type Terminal = {
  json: boolean;
  /** Width for people; what is not a terminal has none to keep to. */
  columns: number;
  paint: Readonly<Record<'good' | 'bad' | 'warn' | 'faint' | 'strong', Paint>>;
  /** To the output; nothing with --json. */
  line(text?: string): void;
  /** To the errors' output, in both modes. */
  error(text: string): void;
  /** One JSON document, indented on a terminal; only with --json. */
  document(value: unknown): void;
  /** One JSON document on one line; only with --json. */
  record(value: unknown): void;
};

type Stream = { isTTY?: boolean; columns?: number; write(text: string): unknown };

const noTerminalColumns = 120;

export function createTerminal({ output, errors, json, env }: { output: Stream; errors: Stream; json: boolean; env: Readonly<Record<string, string | undefined>> }): Terminal {
  const coloured = output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const colour = (code: string): Paint => (text) => (coloured ? `\u001B[${code}m${text}\u001B[0m` : text);
  return {
    json,
    get columns() {
      return output.isTTY === true ? (output.columns ?? 80) : noTerminalColumns;
    },
    paint: { good: colour('32'), bad: colour('31'), warn: colour('33'), faint: colour('2'), strong: colour('1') },
    line: (text = '') => {
      if (!json) output.write(`${shown(text)}\n`);
    },
    error: (text) => void errors.write(`${shown(text)}\n`),
    document: (value) => {
      if (json) output.write(`${JSON.stringify(value, null, output.isTTY === true ? 2 : undefined)}\n`);
    },
    record: (value) => {
      if (json) output.write(`${JSON.stringify(value)}\n`);
    },
  };
}

/** A name or narration from elsewhere must not move the cursor; our own colours may stay. */
function shown(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return text.replaceAll(/\u001B(?!\[\d+m)|[\u0000-\u0009\u000B-\u001A\u001C-\u001F\u007F-\u009F]/g, '');
}

/** Columns as wide as their widest cell; the last one takes what is left and is cut at the edge of the screen. */
export function table(terminal: Terminal, heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => (row[index] ?? '').length)));
  const lay = (row: readonly string[]): string => row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join('  ');
  terminal.line(terminal.paint.faint(cut(lay(heads), terminal.columns)));
  for (const row of rows) terminal.line(cut(lay(row), terminal.columns));
}

type Fact = readonly [name: string, value: string | null];

/** Names and values below each other; what is null is left out. */
export function facts(terminal: Terminal, pairs: readonly Fact[]): void {
  for (const line of factLines(terminal, pairs)) terminal.line(line);
}

/** The same as lines, broken at the edge of the screen. */
export function factLines({ columns, paint }: Terminal, pairs: readonly Fact[]): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.flatMap(([name, value]) => {
    if (value === null) return [];
    const [first = '', ...rest] = wrapped(value, columns, ' '.repeat(width + 2));
    return [`${paint.faint(name.padEnd(width))}  ${first.trimStart()}`, ...rest];
  });
}

export function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
}

/** Words on lines of at most `columns`, each behind the same margin. */
export function wrapped(text: string, columns: number, margin: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && margin.length + line.length + 1 + word.length > columns) {
      lines.push(margin + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, margin + line];
}
