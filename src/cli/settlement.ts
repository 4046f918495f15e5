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
import { isCalendarDay } from '#src/lib/time.ts';
import { importSettlement } from '#src/transfers/import-settlement.ts';
import { formatSettlementFile, parseSettlementFile } from '#src/transfers/settlement-file.ts';
import { besideProgram } from './open-beside.ts';

const usage = `Usage: npm run settlement -- import FILE [--day YYYY-MM-DD] [--environment sandbox|live]
       npm run settlement -- simulate YYYY-MM-DD FILE`;

const { positionals, values } = readArguments();
const [command, first, second] = positionals;
const { day, environment } = values;
const badDay = day !== undefined && !isCalendarDay(day);
const badEnvironment = environment !== undefined && environment !== 'sandbox' && environment !== 'live';
if (command === 'import' && first !== undefined && second === undefined && !badDay && !badEnvironment) await importFile(first);
else if (command === 'simulate' && first !== undefined && second !== undefined && isCalendarDay(first)) await simulate(first, second);
else giveUp(usage);

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { day: { type: 'string' }, environment: { type: 'string' } } });
  } catch {
    return giveUp(usage);
  }
}

async function importFile(path: string): Promise<void> {
  const { lines, faults } = parseSettlementFile(readReport(path));
  await besideProgram(process.env, async ({ ctx, lanes }) => {
    const chosen = environment === 'live' || (environment === undefined && ctx.adapters.live !== null) ? 'live' : 'sandbox';
    if (ctx.adapters[chosen] === null) return giveUp('The live environment is not configured.');
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
    return giveUp(`${path} cannot be read.`);
  }
}

async function simulate(of: string, path: string): Promise<void> {
  await besideProgram(process.env, async (_app, { simulator }) => {
    const lines = simulator.settlement(of);
    writeFileSync(path, formatSettlementFile(lines));
    process.stdout.write(`${lines.length} lines written to ${path}\n`);
  });
}

function giveUp(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
