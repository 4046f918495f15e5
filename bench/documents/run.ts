/**
 * `npm run bench -- documents`: how many drawn specimens are read, whether any wrong number is accepted, and what a check costs. In one
 * process and one at a time, so that CPU can be told by step. Ends with 1 when a wrong number was accepted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { createEngine, type Step } from '#src/documents/engine.ts';
import { conditions } from './conditions.ts';
import { measureOne, type Outcome } from './measure.ts';
import { acceptedWrongNumbers, type Run, toHtml, toMarkdown } from './report.ts';

const usage = 'Usage: npm run bench -- documents [--specimens 240]';
const resultsDir = join(import.meta.dirname, '..', 'results');
/** All specimens are valid on this day. */
const today = new Date('2026-06-01T12:00:00Z');

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== 'documents'));

async function main(args: readonly string[]): Promise<number> {
  const specimens = readSpecimens(args);
  if (specimens === null) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const costs: Record<string, number[]> = {};
  let checkMs = 0;
  const step: Step = async (name, work) => {
    const before = process.cpuUsage();
    try {
      return await work();
    } finally {
      const { user, system } = process.cpuUsage(before);
      (costs[name] ??= []).push((user + system) / 1000);
      checkMs += (user + system) / 1000;
    }
  };
  const started = performance.now();
  const engine = await createEngine(step);
  const loadMs = performance.now() - started;
  // The program never reads SVG; here it is what specimens are drawn in.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const checks: number[] = [];
  const counted = { ...engine, read: async (question: Parameters<typeof engine.read>[0]) => {
    checkMs = 0;
    const reading = await engine.read(question);
    if (question.selfie !== undefined) checks.push(checkMs);
    return reading;
  } };
  const outcomes: Outcome[] = [];
  for (let index = 0; index < specimens; index += 1) {
    const condition = conditions[Math.floor(index / 2) % conditions.length] ?? ['clean', {}];
    outcomes.push(await measureOne(counted, index + 1, index % 2 === 0 ? 'IP' : 'DR', condition, today));
    process.stderr.write(`\r${index + 1} of ${specimens}`);
  }
  const run: Run = { outcomes, costs, checkMs: checks, loadMs, residentBytes: process.memoryUsage.rss() };
  return write(run);
}

async function write(run: Run): Promise<number> {
  const table = toMarkdown(run);
  process.stdout.write(`\n${table}`);
  mkdirSync(resultsDir, { recursive: true });
  writeFileSync(join(resultsDir, 'documents.html'), await toHtml(run));
  // A short run says what it found and leaves the last full one alone.
  if (run.outcomes.length >= conditions.length * 2) writeFileSync(join(resultsDir, 'documents.md'), table);
  const accepted = acceptedWrongNumbers(run);
  if (accepted > 0) process.stderr.write(`${accepted} wrong numbers were accepted.\n`);
  return accepted > 0 ? 1 : 0;
}

function readSpecimens(args: readonly string[]): number | null {
  if (args.length === 0) return 240;
  const [name, value = ''] = args;
  return name === '--specimens' && /^[1-9]\d{0,3}$/.test(value) && args.length === 2 ? Number(value) : null;
}
