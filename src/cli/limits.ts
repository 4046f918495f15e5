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

const usage = `Usage: npm run limits -- check FILE
       npm run limits -- show [YYYY-MM-DD]`;

const [command, argument, ...rest] = process.argv.slice(2);
const today = lagosDay(new Date());
if (rest.length > 0) giveUp(usage);
else if (command === 'check' && argument !== undefined) check(argument);
else if (command === 'show' && isCalendarDay(argument ?? today)) show(argument ?? today);
else giveUp(usage);

function check(path: string): void {
  const policies = read(path, path);
  const ahead = policies.filter(({ from }) => from > today);
  const later = ahead.length === 0 ? '' : `; to come: ${ahead.map(({ version, from }) => `${version} from ${from}`).join(', ')}`;
  process.stdout.write(`${path} is right: ${policies.length} ${policies.length === 1 ? 'version' : 'versions'}, ${policyOn(policies, today).version} in force today${later}\n`);
}

function show(day: string): void {
  const named = (process.env['LIMITS_FILE'] ?? '').trim();
  process.stdout.write(limitTable(policyOn(read(named === '' ? null : named, 'LIMITS_FILE'), day), day));
}

function read(path: string | null, name: string): LimitPolicies {
  try {
    return readPolicyFile(path);
  } catch (error) {
    if (error instanceof PolicyFileError) return giveUp(`${name}: ${error.message}`);
    throw error;
  }
}

function giveUp(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
