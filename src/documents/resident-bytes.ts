import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Memory a process has in use, where the system tells without starting anything (Linux); null elsewhere, or when it is gone. */
export function residentBytesOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null;
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return Number.isFinite(pages) ? pages * pageBytes : null;
  } catch {
    return null;
  }
}
