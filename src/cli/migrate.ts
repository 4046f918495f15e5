/** Brings the database of DATABASE_URL, or the embedded one, up to date, and ends. */
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { openDatabase } from '#src/open-database.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const database = await openDatabase(readConfig(process.env, { operator: DEFAULT_OPERATOR }), {
    say: (line) => process.stderr.write(`${line}\n`),
    onError: (error) => process.stderr.write(`${error.message}\n`),
  });
  await database.stop();
  process.stdout.write('The database is up to date.\n');
});
