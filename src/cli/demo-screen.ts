/** How the demo looks: every line fits 80 columns, colour only where it is wanted. Pure but for `write`. */
export type Screen = {
  title(text: string, aside: string): void;
  /** Starts a numbered step: what happens, and why in one sentence. */
  step(title: string, why: string): void;
  /** A call that goes out, with its body if it has one. */
  request(line: string, body?: unknown): void;
  /** What came back: `line` beside the arrow, then `data` as short JSON. */
  answer(line: string, data?: unknown): void;
  /** Something that was checked and holds. */
  proof(text: string): void;
  note(text: string): void;
  done(text: string): void;
  failed(text: string, whatToDo: string): void;
};

export type Look = { colour: boolean };

const width = 80;
const indent = '    ';
const longestText = 44;

export function createScreen(write: (text: string) => void, { colour }: Look): Screen {
  const paint = (code: number) => (text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, dim, red, green, cyan] = [paint(1), paint(2), paint(31), paint(32), paint(36)];
  const line = (text = ''): void => write(`${text}\n`);
  const json = (value: unknown): void => {
    for (const part of shortJson(value, width - indent.length - 2)) line(`${indent}  ${part.replace(/"([^"]+)":/g, (key) => dim(key))}`);
  };
  let steps = 0;

  return {
    title(text, aside) {
      line();
      line(`${bold(text)}${dim(aside.padStart(width - text.length))}`);
      line(dim('─'.repeat(width)));
    },
    step(title, why) {
      steps += 1;
      line();
      line(`${bold(cyan(String(steps).padStart(2)))}  ${bold(title)}`);
      for (const part of wrap(why, width - indent.length)) line(`${indent}${dim(part)}`);
    },
    request(text, body) {
      line(`${indent}${cyan('→')} ${cut(text, width - indent.length - 2)}`);
      if (body !== undefined) json(body);
    },
    answer(text, data) {
      line(`${indent}${green('←')} ${cut(text, width - indent.length - 2)}`);
      if (data !== undefined) json(data);
    },
    proof(text) {
      wrap(text, width - indent.length - 2).forEach((part, at) => line(`${indent}${at === 0 ? green('✓') : ' '} ${part}`));
    },
    note(text) {
      for (const part of wrap(text, width)) line(dim(part));
    },
    done(text) {
      line();
      line(dim('─'.repeat(width)));
      wrap(text, width - 2).forEach((part, at) => line(`${at === 0 ? green('✓') : ' '} ${bold(part)}`));
    },
    failed(text, whatToDo) {
      line();
      wrap(text, width - 2).forEach((part, at) => line(`${at === 0 ? red('✗') : ' '} ${bold(part)}`));
      for (const part of wrap(whatToDo, width - 2)) line(`  ${part}`);
    },
  };
}

/** JSON without its nulls and empty lists, long texts cut, as many members on a line as fit. */
export function shortJson(value: unknown, columns: number): string[] {
  const whole = inline(value);
  if (whole.length <= columns || typeof value !== 'object' || value === null) return [cut(whole, columns)];
  const isList = Array.isArray(value);
  const members = isList ? value.map((member: unknown): [string, unknown] => ['', member]) : shown(value).map(([key, member]): [string, unknown] => [`${JSON.stringify(key)}: `, member]);
  const lines: string[] = [];
  let line = isList ? '[' : '{';
  members.forEach(([name, member], at) => {
    const end = at === members.length - 1 ? (isList ? ' ]' : ' }') : ',';
    const [first = '', ...rest] = shortJson(member, columns - 4 - name.length);
    const fitsHere = rest.length === 0 && line.length + 1 + name.length + first.length + end.length <= columns;
    if (!fitsHere && at > 0) {
      lines.push(line);
      line = ' ';
    }
    line = `${line} ${name}${first}`;
    for (const part of rest) {
      lines.push(line);
      line = `  ${part}`;
    }
    line += end;
  });
  return [...lines, line];
}

function inline(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value, longestText));
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `{ ${shown(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`).join(', ')} }`;
  return JSON.stringify(value);
}

function shown(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, member]: [string, unknown]) => member !== null && !(Array.isArray(member) && member.length === 0));
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
