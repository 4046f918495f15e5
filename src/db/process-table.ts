import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What tells one process from a later one that was given the same id. */
export type ProcessFacts = {
  /** Boot and start time in the system's own notation: compare, do not read. */
  startedAt: string;
  /** Program and arguments, as the process was started. */
  commandLine: string;
};

/** The process with this id; undefined when there is none, or when it is dead and only its parent has not noticed (a zombie). */
export function findProcess(pid: number): ProcessFacts | undefined {
  return existsSync('/proc/self/stat') ? findInProc(pid) : findWithPs(pid);
}

function findInProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything; the rest is separated by spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { startedAt: `${boot}:${startTicks}`, commandLine };
  } catch {
    return undefined;
  }
}

function findWithPs(pid: number): ProcessFacts | undefined {
  try {
    const columns = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
    const line = execFileSync('ps', [...columns, '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
    const [state = 'Z', ...rest] = line.trim().split(/\s+/);
    if (state.startsWith('Z')) return undefined;
    return { startedAt: rest.slice(0, 5).join(' '), commandLine: rest.slice(5).join(' ') };
  } catch {
    return undefined;
  }
}
