/**
 * Keeps the bank table as wide as the rail: the worker asks each environment's rail for its institutions, at the start and once a
 * day, and stores them; every process reads what is stored and lays it over the shipped table. A list decides nothing about money.
 */
import type { BankDirectory } from '#src/banks/bank-directory.ts';
import type { Context, Environment } from '#src/context.ts';
import { mostInstitutions, readInstitutions, readListAges, storeInstitutions } from './institution-store.ts';
import type { Institution } from './rails/rail.ts';

export const listTimeoutMs = 20_000;

const dayMs = 24 * 3600_000;
/** After the first, second, … failure in a row, and after all further ones. */
const waitsMs: readonly number[] = [60_000, 5 * 60_000, 15 * 60_000];
const longestWaitMs = 3600_000;
const environments: readonly Environment[] = ['sandbox', 'live'];

export type InstitutionLists = {
  /** The worker's: asks the rails whose time has come, stores what they say, and reads it. Trouble of a rail is logged. */
  refresh(): Promise<void>;
  /** Every process's: takes what was stored since its last look into its bank table. */
  read(): Promise<void>;
  /** Seconds since the last good list, of the environments that have one. */
  ages(): Promise<{ environment: Environment; ageSeconds: number }[]>;
};

export function createInstitutionLists(ctx: Pick<Context, 'db' | 'log' | 'clock' | 'adapters'>, banks: BankDirectory): InstitutionLists {
  const waits = new Map<Environment, { untilMs: number; failures: number }>();
  const known = new Map<Environment, string>();
  const ages = () => ctx.db.across('worker', readListAges);

  async function read(): Promise<void> {
    for (const { environment, refreshedAt } of await ages()) {
      if (known.get(environment) === refreshedAt) continue;
      banks.learn(environment, await ctx.db.across('worker', (tx) => readInstitutions(tx, environment)));
      known.set(environment, refreshedAt);
    }
  }

  return {
    read,
    ages,
    async refresh() {
      for (const environment of environments) {
        const wait = waits.get(environment);
        if (wait !== undefined && ctx.clock.monotonicMs() < wait.untilMs) continue;
        // Noted before the question, so that a database which is away is no reason to ask the rail again at once.
        const failures = (wait?.failures ?? 0) + 1;
        waits.set(environment, { untilMs: ctx.clock.monotonicMs() + (waitsMs[failures - 1] ?? longestWaitMs), failures });
        if (await askRail(ctx, environment)) waits.set(environment, { untilMs: ctx.clock.monotonicMs() + dayMs, failures: 0 });
      }
      await read();
    },
  };
}

/** False when there is no good list, and what was stored stays as it is. A rail that has no lists is asked for none. */
async function askRail({ db, log, adapters }: Pick<Context, 'db' | 'log' | 'adapters'>, environment: Environment): Promise<boolean> {
  const rail = adapters[environment]?.rail;
  if (rail?.institutions === undefined) return true;
  let answered: readonly Institution[];
  try {
    answered = await rail.institutions(AbortSignal.timeout(listTimeoutMs));
  } catch (error) {
    log.warn({ err: error, environment, rail: rail.name }, 'the rail did not give its list of institutions');
    return false;
  }
  const institutions = plausible(answered);
  if (institutions.length === 0) {
    log.warn({ environment, rail: rail.name, rows: answered.length }, 'the rail gave an empty list of institutions');
    return false;
  }
  await db.across('worker', (tx) => storeInstitutions(tx, environment, institutions));
  // Routine: the gauge tells how old the list is.
  log.debug({ environment, rail: rail.name, institutions: institutions.length, leftOut: answered.length - institutions.length }, 'the list of institutions was refreshed');
  return true;
}

/** Each code once, with a name that can be shown; the rest is left out. */
function plausible(answered: readonly Institution[]): Institution[] {
  const byCode = new Map<string, Institution>();
  for (const { nipCode, name, category } of answered) {
    const plain = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
    if (!/^[0-9]{6}$/.test(nipCode) || plain === '' || plain.length > 100 || byCode.has(nipCode)) continue;
    byCode.set(nipCode, { nipCode, name: plain, category: category.slice(0, 20) });
  }
  return [...byCode.values()].slice(0, mostInstitutions);
}
