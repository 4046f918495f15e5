/**
 * `npm run bench -- memory`: what a process that reads documents takes, at its peak and between checks: over 25 ordinary checks with a selfie, and over 12 with pictures of 24 megapixels. Linux only. Ends with 1
 * when more was taken than is promised.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createLocalReader } from '#src/documents/local-reader.ts';
import type { DocumentQuestion } from '#src/kyc/document-reader.ts';
import { holderOf } from '#tests/support/documents/holder.ts';
import { documentOf, selfieOf, somebody } from '#tests/support/documents/pictures.ts';

/** What README and guide promise, in bytes. */
const promisedPeak = 800_000_000;
const patientMs = 300_000;

type Taken = { what: string; checks: number; peak: number; rest: number; cpuSeconds: number };

/** True where the promise was kept. */
export async function benchMemory(): Promise<boolean> {
  const ordinary = await questions(false);
  const runs = [await measured('a phone\'s pictures of 1.7 and 0.5 megapixels', ordinary, 25), await measured('pictures of 24 megapixels', await questions(true), 12)];
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);
  const text = [
    '# Memory of a process that reads documents', '',
    `${process.platform} ${release()}, ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, node ${process.versions.node}. Passports and licences in turn, each with a selfie, in one process that is not replaced. Peak: VmHWM.`, '',
    '| Checks | | Peak, GB | Most between checks, GB | CPU for each, s |', '|---|---|---|---|---|',
    ...runs.map(({ what, checks, peak, rest, cpuSeconds }) => `| ${checks} | ${what} | ${gigabytes(peak)} | ${gigabytes(rest)} | ${(cpuSeconds / checks).toFixed(2)} |`), '',
  ].join('\n');
  process.stdout.write(`\n${text}`);
  const folder = join(import.meta.dirname, '..', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'memory.md'), text);
  return runs.every(({ peak }) => peak <= promisedPeak);
}

async function questions(large: boolean): Promise<DocumentQuestion[]> {
  const enlarged = (picture: Buffer, width: number, height: number): Promise<Buffer> => sharp(picture).resize({ width, height, fit: 'fill' }).jpeg({ quality: 70 }).toBuffer();
  return Promise.all([3, 4, 5, 6, 7, 8].map(async (seed) => {
    const holder = holderOf(seed, seed % 2 === 0 ? 'DR' : 'IP');
    const [image, selfie] = [await documentOf(holder), await selfieOf(somebody)];
    const pictures = large ? { image: await enlarged(image, 5_600, 4_280), selfie: await enlarged(selfie, 4_280, 5_600) } : { image, selfie };
    return { docType: holder.docType, documentNumber: holder.number, ...pictures };
  }));
}

async function measured(what: string, asked: readonly DocumentQuestion[], checks: number): Promise<Taken> {
  const reader = createLocalReader({ size: 1, mostBytes: Infinity, recycleBytes: Infinity, jobLimitMs: patientMs, startLimitMs: patientMs, idleMs: patientMs });
  const taken: Taken = { what, checks, peak: 0, rest: 0, cpuSeconds: 0 };
  try {
    for (let check = 0; check < checks; check += 1) {
      const question = asked[check % asked.length];
      const reading = question === undefined ? null : await reader.read(question, AbortSignal.timeout(patientMs));
      if (reading?.outcome !== 'read') throw new Error(`not read: ${JSON.stringify(reading)}`);
      const [pid] = reader.processIds();
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      taken.peak = bytesOf(status, 'VmHWM');
      taken.rest = Math.max(taken.rest, bytesOf(status, 'VmRSS'));
      taken.cpuSeconds = cpuSecondsOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      process.stderr.write(`\r${check + 1} of ${checks} `);
    }
  } finally {
    await reader.close();
  }
  return taken;
}

function bytesOf(status: string, name: 'VmHWM' | 'VmRSS'): number {
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** User and system time, in hundredths of a second, behind the name in brackets. */
function cpuSecondsOf(stat: string): number {
  const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}
