/** Asks for a secret at the terminal, without showing what is typed. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** What was typed; null when there is no terminal to ask at, or the asked one gave up. */
export async function askSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write(question);
  // The line editor works on the terminal and writes into nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
      lines.once('SIGINT', () => resolve(null));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
