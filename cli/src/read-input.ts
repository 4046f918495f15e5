/** What comes from files, standard input and words. */
import { readFile } from 'node:fs/promises';
import { UsageError } from './trouble.ts';

const maxBytes = 1_000_000;

/** All of standard input, at most a megabyte. @throws UsageError */
export async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += piece.length;
    if (bytes > maxBytes) throw new UsageError('Standard input is too long.', 'Send at most a megabyte.');
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}

/** A file, or standard input for `-`. @throws UsageError */
export async function readInput(name: string): Promise<Buffer> {
  if (name === '-') return readStdin();
  try {
    const bytes = await readFile(name);
    if (bytes.length > maxBytes) throw new Error('too long');
    return bytes;
  } catch (error) {
    const why = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
    throw new UsageError(`${name} cannot be read${why}.`, 'Name a file of at most a megabyte, or - for standard input.');
  }
}

/** @throws UsageError unless the text is one JSON object */
export function readJsonObject(text: string, what: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return Object.fromEntries(Object.entries(parsed));
  } catch {
    // Said below, in the words of the command.
  }
  throw new UsageError(`${what} is no JSON object.`, 'Write it in braces and within single quotes, such as \'{"amount":1}\'.');
}

/** @throws UsageError unless it is an http or https address */
export function readUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.href;
  throw new UsageError(`${text} is no URL.`, 'Write it whole, such as http://localhost:4000/webhooks');
}
