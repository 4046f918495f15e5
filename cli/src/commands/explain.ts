import { catalogue } from '../../../src/errors.ts';
import { isRecord } from '../../../src/lib/assert.ts';
import { evidenceOfCode, listedResponseCodes, responseText } from '../../../src/transfers/rails/response-codes.ts';
import { wordsOf } from '../arguments.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readStdin } from '../read-input.ts';
import { nearest } from '../suggest.ts';
import { facts, type Terminal } from '../terminal.ts';
import { UsageError } from '../trouble.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'Say what an error means and what to do about it.',
  usage: '[CODE]',
  options: {},
  about: 'CODE is a code of `errors`, or a two-character NIP response code. Without one, an answer or one of its errors is read from standard input. Needs no connection.',
  examples: ['openteller explain beneficiary_mismatch', 'openteller explain 91', 'curl … | openteller explain'],
  async run({ arguments: given, terminal }) {
    const [code] = wordsOf(explainCommand, given, 0, 1);
    if (code === undefined && process.stdin.isTTY) throw new UsageError('Which code?', `Write openteller explain CODE, such as ${explainCommand.examples[0]}`);
    const said = code === undefined ? codesIn(String(await readStdin())) : [{ code, field: null }];
    const explained = said.map((one) => ({ ...explanationOf(one.code), ...(one.field === null ? {} : { field: one.field }) }));
    terminal.document(explained.length === 1 ? explained[0] : explained);
    for (const [index, one] of explained.entries()) {
      if (index > 0) terminal.line();
      show(terminal, one);
    }
    return exitCodes.done;
  },
};

type Explanation = { code: string; kind: 'error' | 'nip'; meaning: string; fix: string; httpStatus?: number; retryable?: boolean; field?: string; docs: string };

function show(terminal: Terminal, { code, kind, meaning, fix, httpStatus, retryable, field, docs }: Explanation): void {
  terminal.line(`${terminal.paint.strong(code)}  ${meaning}`);
  facts(terminal, [
    ['  what', kind === 'nip' ? 'NIP response code of the other bank or the switch' : `HTTP ${httpStatus}`], ['  field', field ?? null], ['  fix', fix],
    ['  again', retryable === undefined ? null : retryable ? 'the very same request may succeed later' : 'the very same request is refused again'], ['  docs', docs],
  ]);
}

/** @throws UsageError for a code that nobody knows */
function explanationOf(code: string): Explanation {
  const name = code.toLowerCase();
  const listed = Object.entries(catalogue).find(([known]) => known === name);
  if (listed !== undefined) {
    const [known, { httpStatus, message, fix, retryable }] = listed;
    return { code: known, kind: 'error', meaning: message, fix, httpStatus, retryable, docs: `/docs/errors#${known}` };
  }
  const nip = code.toUpperCase();
  if (listedResponseCodes.includes(nip)) return { code: nip, kind: 'nip', meaning: `${responseText(nip)}.`, fix: adviceOf(nip), docs: '/docs/transfers' };
  const near = nearest(name, Object.keys(catalogue));
  throw new UsageError(`No error has the code ${code}.`, near === null ? 'The codes are at /docs/errors; NIP codes have two characters.' : `Did you mean ${near}?`);
}

/** What the code proves about the money, which is all that one may act upon. */
function adviceOf(code: string): string {
  const [sent, asked] = [evidenceOfCode('send', code), evidenceOfCode('query', code)];
  if (sent.verdict === 'success') return 'Nothing to do: the money has arrived.';
  if (sent.review === true) return 'The money stays held until somebody of the bank has looked. Do not pay again; watch the transfer.';
  if (sent.verdict === 'reject') return 'The payment was refused and the money is free again. Correct the cause, then make a new transfer.';
  if (asked.verdict === 'reject') return 'Not proved by itself: the transfer is asked about until the rail repeats it. Do not pay again before it is conclusive.';
  return 'It proves nothing: the money may have moved. Do not pay again; wait until the transfer is conclusive.';
}

/** From a whole answer, its `errors`, or one of them. @throws UsageError */
function codesIn(text: string): { code: string; field: string | null }[] {
  const found = errorsIn(parsed(text)).flatMap((error) => (isRecord(error) && typeof error['code'] === 'string' ? [{ code: error['code'], field: typeof error['field'] === 'string' ? error['field'] : null }] : []));
  if (found.length > 0) return found;
  throw new UsageError('Standard input has no error in it.', 'Send the JSON of an answer, or write the code: openteller explain CODE');
}

function errorsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  const { errors, error } = value;
  if (Array.isArray(errors)) return errors;
  return isRecord(error) ? [error] : [value];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
