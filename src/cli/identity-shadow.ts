/** `npm run identity-shadow [-- DAYS]`: how often the shadow provider agreed with the one that answered, over all tenants. Works beside a running program. */
import type { AgreementRow } from '#src/kyc/shadow-store.ts';
import { readAgreement } from '#src/kyc/shadow.ts';
import { openBeside } from './open-beside.ts';
import { runCommand } from './run-command.ts';
import { UsageError } from './usage-error.ts';

const [given = '30', ...rest] = process.argv.slice(2);

await runCommand(async () => {
  if (!/^[1-9]\d{0,3}$/.test(given) || rest.length > 0) throw new UsageError('Usage: npm run identity-shadow -- [DAYS, 1 to 9999; 30 unless said otherwise]');
  await report(Number(given));
});

async function report(lastDays: number): Promise<void> {
  const { db, stop } = await openBeside(process.env);
  try {
    const rows = await readAgreement(db, lastDays);
    for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
    if (rows.length === 0) process.stdout.write(`Nothing was asked in the shadow within ${lastDays} days.\n`);
  } finally {
    await stop();
  }
}

/** `bvn  dojah, qoreid  lastName  98.50 % of 200 (3 different, 5 unsaid)` */
function lineOf({ question, provider, shadow, field, same, different, unsaid }: AgreementRow): string {
  const said = same + different;
  const rate = said === 0 ? '-' : `${((100 * same) / said).toFixed(2)} %`;
  return `${question.padEnd(4)} ${`${provider}, ${shadow}`.padEnd(18)} ${field.padEnd(12)} ${rate.padStart(9)} of ${said} (${different} different, ${unsaid} unsaid)`;
}
