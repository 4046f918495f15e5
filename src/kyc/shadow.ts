/**
 * Asks a second provider what the first has answered, in the background, and keeps where the two agree. It decides nothing and delays nobody:
 * it begins when the answer is there, and when too much waits, questions are left out. Numbers and names go to it; pictures never do.
 */
import type { Context } from '#src/context.ts';
import { compareCompanyNames } from '#src/lib/company-names.ts';
import { askProvider } from './ask-provider.ts';
import { type Agreement, compareVerdicts } from './compare-verdicts.ts';
import type { IdentityProvider, RegistryAnswer, RegistryQuery, TaxAnswer, TaxQuery } from './providers/identity-provider.ts';
import { type AgreementRow, countAgreement, insertComparison, type ShadowQuestion } from './shadow-store.ts';
import { judgeRegistry, judgeTax } from './verdict.ts';

export type Asker = { tenantId: string; requestId: string };

export type Shadow = {
  /** The provider as it was, with the shadow behind it. */
  beside(provider: IdentityProvider, asker: Asker): IdentityProvider;
  /** Questions left out since the start, because too many were waiting. */
  leftOut(): number;
  /** Resolves when nothing is in hand any more. */
  idle(): Promise<void>;
  /** Takes no more, gives up what waits, and calls off what is on its way. */
  close(): Promise<void>;
};

/** One that waits holds a person's data in memory, so few may. */
export type ShadowBounds = { atOnce: number; waiting: number };
const defaultBounds: ShadowBounds = { atOnce: 4, waiting: 100 };

export function createShadow({ db, ids, log }: Pick<Context, 'db' | 'ids' | 'log'>, shadow: IdentityProvider, bounds: ShadowBounds = defaultBounds): Shadow {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  let leftOut = 0;

  const startNext = (): void => {
    while (running.size < bounds.atOnce) {
      const job = waiting.shift();
      if (job === undefined) return;
      const run: Promise<void> = job()
        .catch((error: unknown) => {
          if (!ending.signal.aborted) log.error({ err: error, provider: shadow.name }, 'asking the shadow provider failed');
        })
        .finally(() => {
          running.delete(run);
          startNext();
        });
      running.add(run);
    }
  };

  const follow = (asker: Asker, question: ShadowQuestion, provider: string, ask: (signal: AbortSignal) => Promise<Agreement>): void => {
    if (ending.signal.aborted) return;
    if (waiting.length >= bounds.waiting) {
      leftOut += 1;
      return;
    }
    waiting.push(async () => {
      const { agrees, fields } = await ask(ending.signal);
      await db.write(asker.tenantId, (tx) => insertComparison(tx, ids.newId('shd'), { requestId: asker.requestId, question, provider, shadow: shadow.name, agrees, fields }));
    });
    startNext();
  };

  return {
    beside: (provider, asker) => ({
      ...provider,
      async lookUp(query, signal) {
        const answer = await provider.lookUp(query, signal);
        if (isDecided(answer)) follow(asker, query.registry, answer.answeredBy ?? provider.name, (end) => compareRecords(shadow, query, answer, end));
        return answer;
      },
      async lookUpTax(query, signal) {
        const answer = await provider.lookUpTax(query, signal);
        if (isDecided(answer)) follow(asker, 'tin', answer.answeredBy ?? provider.name, (end) => compareTaxpayers(shadow, query, answer, end));
        return answer;
      },
    }),
    leftOut: () => leftOut,
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      ending.abort();
      waiting.length = 0;
      await Promise.all(running);
    },
  };
}

/** How often the two agreed in the last so many days, over all tenants. */
export function readAgreement(db: Context['db'], days: number): Promise<AgreementRow[]> {
  return db.across('audit', (tx) => countAgreement(tx, days));
}

/** Nothing to compare with where the first provider decided nothing. */
const isDecided = ({ outcome }: { outcome: string }): boolean => outcome !== 'unavailable' && outcome !== 'unsupported';

async function compareRecords(shadow: IdentityProvider, query: RegistryQuery, given: RegistryAnswer, end: AbortSignal): Promise<Agreement> {
  const answer = await askProvider((signal) => shadow.lookUp(query, AbortSignal.any([signal, end])));
  const asked = { numberField: '', birthDateField: '', ...(query.linkedNin === undefined ? {} : { linkedNin: query.linkedNin }) };
  return compareVerdicts(judgeRegistry(query.claims, given, asked), judgeRegistry(query.claims, answer, asked));
}

/** Numbers of taxpayers are written in too many ways to be compared; found or not, and the name, is what can be. */
async function compareTaxpayers(shadow: IdentityProvider, query: TaxQuery, given: TaxAnswer, end: AbortSignal): Promise<Agreement> {
  const answer = await askProvider((signal) => shadow.lookUpTax(query, AbortSignal.any([signal, end])));
  const { agrees, fields } = compareVerdicts(judgeTax(given), judgeTax(answer));
  if (given.outcome !== 'found' || answer.outcome !== 'found') return { agrees, fields };
  return { agrees, fields: { ...fields, taxpayerName: compareCompanyNames(given.taxpayerName, answer.taxpayerName) === 'match' } };
}
