/**
 * `npm run limits`: the file of limit policies. Needs no database.
 *
 *   check FILE   says what is wrong with a file, and ends with 1; or how many versions it has
 *   show [DAY]   prints the policy in force on a Lagos day (today), of LIMITS_FILE or of the file this program ships
 */
import { isCalendarDay, lagosDay } from '#src/lib/time.ts';
import { type LimitPolicies, policyOn } from '#src/limits/policy.ts';
import { PolicyFileError, readPolicyFile } from '#src/limits/policy-file.ts';
import { limitTable } from './limit-table.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: npm run limits -- check FILE
       npm run limits -- show [YYYY-MM-DD]`;

const today = lagosDay(new Date());

await runCommand(() => run(process.argv.slice(2)));

function run([command, argument, ...rest]: string[]): void {
  if (rest.length > 0) throw new UsageError(usage);
  if (command === 'check' && argument !== undefined) check(argument);
  else if (command === 'show' && isCalendarDay(argument ?? today)) show(argument ?? today);
  else throw new UsageError(usage);
}

function check(path: string): void {
  const policies = readNamed(path);
  const ahead = policies.filter(({ from }) => from > today);
  const later = ahead.length === 0 ? '' : `; to come: ${ahead.map(({ version, from }) => `${version} from ${from}`).join(', ')}`;
  process.stdout.write(`${path} is right: ${policies.length} ${policies.length === 1 ? 'version' : 'versions'}, ${policyOn(policies, today).version} in force today${later}\n`);
}

/** What is wrong with LIMITS_FILE is said with its name. */
function show(day: string): void {
  const named = (process.env['LIMITS_FILE'] ?? '').trim();
  process.stdout.write(limitTable(policyOn(readPolicyFile(named === '' ? null : named), day), day));
}

/** Under the file's own path. */
function readNamed(path: string): LimitPolicies {
  try {
    return readPolicyFile(path);
  } catch (error) {
    throw error instanceof PolicyFileError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}
