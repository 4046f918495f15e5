/** Runs what a document asks its reader to paste. */
import { spawn } from 'node:child_process';

/** Everything it printed, errors too; the shell has a PATH and `env`, and nothing else. */
export function runBash(script: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => { output += String(chunk); });
    child.stderr.on('data', (chunk) => { output += String(chunk); });
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
