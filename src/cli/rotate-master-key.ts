/**
 * `npm run rotate-master-key [-- --dry-run]`: wraps every tenant's keys by another MASTER_KEY, beside running programs. Run it as often as you like: it goes on where it was cut off.
 *
 * Keys come from the environment, never from the command line, where other users of the machine could read them: MASTER_KEY (or master.key in DATA_DIR) and NEXT_MASTER_KEY; or, with the
 * environment that the programs have by then, PREVIOUS_MASTER_KEY and MASTER_KEY.
 */
import { type Config, readKey } from '#src/config.ts';
import type { Database } from '#src/db/database.ts';
import { systemIds } from '#src/lib/ids.ts';
import { countWrapped } from '#src/organizations/count-wrapped.ts';
import { rotateMasterKey } from '#src/organizations/rotate-master-key.ts';
import { type Wrapping, wrappingBy } from '#src/organizations/wrapping.ts';
import { openBeside } from './open-beside.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage: npm run rotate-master-key [-- --dry-run]
       Set NEXT_MASTER_KEY beside the present MASTER_KEY; or PREVIOUS_MASTER_KEY beside the new MASTER_KEY. Both are 32 bytes, as 64 hex digits or as base64.`;

await runCommand(() => run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<void> {
  const dryRun = args[0] === '--dry-run';
  if (args.length > (dryRun ? 1 : 0)) throw new UsageError(usage);
  const { config, db, stop } = await openBeside(process.env);
  try {
    process.stdout.write(`${await rotate(db, keysOf(config), dryRun)}\n`);
  } finally {
    await stop();
  }
}

function keysOf({ masterKey, previousMasterKey }: Config): { present: Wrapping; next: Wrapping } {
  const given = readKey(process.env, 'NEXT_MASTER_KEY');
  const [from, to] = given === null ? [previousMasterKey, masterKey] : [masterKey, given];
  if (from === null) throw new UsageError(usage);
  if (from.equals(to)) throw new UsageError('The next key is the present one: make another, for example with openssl rand -hex 32.');
  return { present: wrappingBy(from), next: wrappingBy(to) };
}

async function rotate(db: Database, { present, next }: { present: Wrapping; next: Wrapping }, dryRun: boolean): Promise<string> {
  const { under, elsewhere } = await countWrapped(db, [present, next]);
  if (elsewhere > 0) throw new UsageError(`The keys of ${elsewhere} tenants are under neither of the two: nothing was changed. Give the key they are under as the present one.`);
  const standing = `Under the present key (${present.id}): ${under.get(present.id)} tenants. Under the next one (${next.id}): ${under.get(next.id)}.`;
  if (dryRun) return `${standing}\nNothing was changed. Before you run this, restart every program with the next key as MASTER_KEY and the present one as PREVIOUS_MASTER_KEY.`;
  const changed = await rotateMasterKey({ db, ids: systemIds(), actor: 'operator' }, present, next);
  return `${standing}
The keys of ${changed} tenants were wrapped anew; none is under the key before. Next:
  1. Restart every program with the new key as MASTER_KEY (or in DATA_DIR/master.key), and without PREVIOUS_MASTER_KEY.
  2. Keep the key before as long as backups made before this moment: they open with it alone.`;
}
