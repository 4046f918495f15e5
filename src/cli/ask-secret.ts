/** Asks for a secret at the terminal, without showing what is typed. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** @throws when there is no terminal to ask at; then the environment variable must hold it. */
export async function askSecret(question: string, variable: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`Set ${variable}: there is no terminal to ask at.`);
  process.stderr.write(question);
  // The line editor works on the terminal and writes into nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Error('Given up.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
