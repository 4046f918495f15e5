/** What a process has used, read from /proc; null where there is none (macOS). */
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of utime and stime in /proc; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Resident memory in bytes. */
export function residentBytes(pid: number): number | null {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readProc(`${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Seconds of CPU, user and system, of the process itself. */
export function cpuSeconds(pid: number): number | null {
  const fields = statFields(pid);
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The same of a process and all its children, those that ended included. */
export function treeCpuSeconds(pid: number): number | null {
  const own = statFields(pid);
  if (own === null) return null;
  let ticks = Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14]);
  for (const entry of readdirSync('/proc')) {
    const fields = /^\d+$/.test(entry) ? statFields(Number(entry)) : null;
    if (fields !== null && Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / ticksPerSecond;
}

/** Fields of /proc/pid/stat from the third on (state, parent, …): the name before may hold spaces. */
function statFields(pid: number): string[] | null {
  const stat = readProc(`${pid}/stat`);
  return stat === '' ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
