/** What ends a command other than well, in words that say what to do. Never a stack. */
import { TellerConnectionError, TellerError } from '../../sdk/src/index.ts';
import { exitCodes } from './exit-codes.ts';
import { factLines, type Terminal } from './terminal.ts';

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

type Told = { code: string; message: string; field: string | null; fix: string; requestId: string | null; docUrl: string | null };

/** Says what went wrong, and answers the exit code. Anything unknown is our own mistake and is passed on. */
export function tellTrouble(terminal: Terminal, error: unknown): number {
  if (error instanceof UsageError) return tell(terminal, [{ code: 'usage', message: error.message, field: null, fix: error.fix, requestId: null, docUrl: null }], exitCodes.usage);
  if (error instanceof TellerError) {
    return tell(terminal, error.errors.map(({ code, message, field, fix, docUrl }) => ({ code, message, field, fix, requestId: error.requestId === '' ? null : error.requestId, docUrl })), exitCodes.refused);
  }
  if (error instanceof TellerConnectionError) {
    const message = error.httpStatus === null ? `No answer came${causeOf(error)}.` : `Something that is not Openteller answered with ${error.httpStatus}.`;
    return tell(terminal, [{ code: 'no_connection', message, field: null, fix: 'See that the program runs (npm start) and that the URL is right (openteller whoami).', requestId: error.requestId, docUrl: null }], exitCodes.noConnection);
  }
  throw error;
}

function tell(terminal: Terminal, troubles: readonly Told[], exitCode: number): number {
  if (terminal.json) terminal.document({ error: troubles[0], ...(troubles.length > 1 ? { errors: troubles } : {}) });
  else for (const trouble of troubles) tellOne(terminal, trouble);
  return exitCode;
}

function tellOne(terminal: Terminal, { code, message, field, fix, requestId, docUrl }: Told): void {
  const { error: line, paint } = terminal;
  line(`${paint.bad('✗')} ${code === 'usage' ? '' : `${paint.strong(code)}  `}${message}`);
  for (const fact of factLines(terminal, [['  field', field], ['  fix', fix === '' ? null : fix], ['  requestId', requestId], ['  more', docUrl]])) line(fact);
}

/** The system's word for it, such as ECONNREFUSED, where there is one. */
function causeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`;
    if (at.name === 'TimeoutError') return ' in time';
  }
  return '';
}
