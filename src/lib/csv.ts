/** One line of CSV (RFC 4180) with its CRLF. Null is an empty cell. Text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  // Plain numbers keep their sign; everything else that begins like a formula is text.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `line` is where the record begins in the text, from 1. */
export type CsvRecord = { line: number; cells: string[] };

/**
 * Records of a CSV text as spreadsheets write it: cells apart by comma or semicolon, whichever the first line has more of; quotes around cells, doubled
 * inside; line ends of any kind; a byte order mark at most at the beginning. Empty lines are left out. `fault` says what could not be read, and where.
 */
export function parseCsv(text: string): { records: CsvRecord[]; fault: { line: number; what: string } | null } {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const records: CsvRecord[] = [];
  const token = /"((?:[^"]|"")*)"|([^",;\r\n]+)|[,;]|\r\n|\r|\n|"/g;
  let [line, start, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endCell = (): void => {
    cells.push(cell);
    [cell, quoted] = ['', false];
  };
  const endRecord = (): void => {
    endCell();
    if (cells.length > 1 || cells[0]?.trim() !== '') records.push({ line: start, cells });
    cells = [];
  };
  for (const [found, inQuotes, plain] of source.matchAll(token)) {
    if (found === '\n' || found === '\r' || found === '\r\n') {
      endRecord();
      line += 1;
      start = line;
    } else if (found === separator) endCell();
    else if (inQuotes !== undefined) {
      if (cell.trim() !== '' || quoted) return { records, fault: { line, what: 'a quote stands inside a cell that does not begin with one' } };
      [cell, quoted] = [inQuotes.replaceAll('""', '"'), true];
      line += inQuotes.match(/\r\n|\r|\n/g)?.length ?? 0;
    } else if (found === '"') return { records, fault: { line, what: 'a quote is not closed' } };
    else if (!quoted) cell += plain ?? found;
    else if (found.trim() !== '') return { records, fault: { line, what: 'text follows a closing quote' } };
  }
  endRecord();
  return { records, fault: null };
}

function separatorOf(source: string): ',' | ';' {
  const head = /^[^\r\n]*/.exec(source)?.[0] ?? '';
  return head.split(';').length > head.split(',').length ? ';' : ',';
}
