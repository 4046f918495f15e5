/**
 * `npm run settlement`: the rail's settlement report against our transfers. Works beside a running program.
 *
 *   import FILE [--day YYYY-MM-DD] [--environment sandbox|live]   ends with 1 when there are differences
 *   simulate YYYY-MM-DD FILE                                      writes the sandbox rail's report of a day
 *
 * The environment is live where live is configured, else the sandbox.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Environment } from '#src/context.ts';
import { isCalendarDay } from '#src/lib/time.ts';
import { importSettlement } from '#src/transfers/import-settlement.ts';
import { formatSettlementFile, parseSettlementFile } from '#src/transfers/settlement-file.ts';
import { besideProgram } from './open-beside.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: npm run settlement -- import FILE [--day YYYY-MM-DD] [--environment sandbox|live]
       npm run settlement -- simulate YYYY-MM-DD FILE`;

await runCommand(() => run(process.argv.slice(2)));

async function run(args: string[]): Promise<void> {
  const { positionals, values } = parse(args);
  const [command, first, second] = positionals;
  const { day, environment } = values;
  if (day !== undefined && !isCalendarDay(day)) throw new UsageError(usage);
  if (environment !== undefined && environment !== 'sandbox' && environment !== 'live') throw new UsageError(usage);
  if (command === 'import' && first !== undefined && second === undefined) await importFile(first, { day, environment });
  else if (command === 'simulate' && first !== undefined && second !== undefined && isCalendarDay(first)) await simulate(first, second);
  else throw new UsageError(usage);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { day: { type: 'string' }, environment: { type: 'string' } } });
  } catch {
    throw new UsageError(usage);
  }
}

async function importFile(path: string, { day, environment }: { day: string | undefined; environment: Environment | undefined }): Promise<void> {
  const { lines, faults } = parseSettlementFile(readReport(path));
  await besideProgram(process.env, async ({ ctx, lanes }) => {
    const chosen = environment === 'live' || (environment === undefined && ctx.adapters.live !== null) ? 'live' : 'sandbox';
    if (ctx.adapters[chosen] === null) throw new UsageError('The live environment is not configured.');
    const report = await importSettlement(ctx, lanes.settle, { environment: chosen, lines, ...(day === undefined ? {} : { days: [day] }) });
    const differences = [...faults, ...report.differences];
    for (const difference of differences) process.stdout.write(`${difference}\n`);
    process.stdout.write(`${report.lines} lines, ${report.settled} transfers settled, ${differences.length} differences\n`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  });
}

function readReport(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

async function simulate(of: string, path: string): Promise<void> {
  await besideProgram(process.env, async (_app, { simulator }) => {
    const lines = simulator.settlement(of);
    writeReport(path, formatSettlementFile(lines));
    process.stdout.write(`${lines.length} lines written to ${path}\n`);
  });
}

function writeReport(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch {
    throw new UsageError(`${path} cannot be written.`);
  }
}
