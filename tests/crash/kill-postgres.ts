import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** SIGKILL to the server of this DATA_DIR and to every process of it, the server first, so that nobody tidies up. */
export function killPostgres(dataDir: string): number {
  const server = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => parentOf(pid) === server);
  for (const pid of [server, ...children]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
  return 1 + children.length;
}

/** The fourth field of stat, counted after the program's name, which stands in brackets and may hold anything. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
