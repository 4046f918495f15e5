import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { kycRoutes } from './routes.ts';
import { type OnboardingApp, startOnboardingApp } from './onboarding-app.ts';
import type { IdentityProvider, RegistryAnswer } from './providers/identity-provider.ts';
import { createComparisonPruning } from './prune-comparisons.ts';
import { createShadow } from './shadow.ts';
import { insertComparison } from './shadow-store.ts';
import { systemIds } from '#src/lib/ids.ts';

let app: OnboardingApp;
beforeAll(async () => {
  app = await startOnboardingApp(kycRoutes);
});
afterAll(() => app.close());

const never = new AbortController().signal;
const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
const query = { registry: 'bvn', number: '22200000001', claims, reference: 'ref' } as const;
const found: RegistryAnswer = { outcome: 'found', record: { ...claims, otherName: null, watchListed: false, nin: null }, providerReference: 'ref' };

function provider(name: string, lookUp: IdentityProvider['lookUp']): IdentityProvider {
  const unsupported = async () => ({ outcome: 'unsupported', detail: 'not asked' }) as const;
  return { name, lookUp, compareFace: unsupported, readDocument: unsupported, lookUpTax: unsupported };
}

/** A shadow that answers when it is told to. */
function held() {
  const asked: { answer(): void; signal: AbortSignal }[] = [];
  const shadow = provider('shadow', (_query, signal) => new Promise((resolve, reject) => {
    asked.push({ answer: () => resolve(found), signal });
    signal.addEventListener('abort', () => reject(signal.reason));
  }));
  return { asked, shadow };
}

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const kept = () => app.db.read(app.tenantId, async (tx) => (await tx.rows(sql`select 1 from identity_shadow where tenant_id = ${tx.tenantId}`)).length);

test('the answer does not wait for the shadow; few are asked at once, few wait, the rest are left out', async () => {
  const { asked, shadow } = held();
  const service = createShadow({ db: app.db, ids: systemIds(), log }, shadow, { atOnce: 2, waiting: 3 });
  const first = service.beside(provider('first', async () => found), { tenantId: app.tenantId, requestId: 'r1' });
  for (let at = 0; at < 8; at += 1) expect(await first.lookUp(query, never)).toEqual(found);
  expect([asked.length, service.leftOut()]).toEqual([2, 3]);
  const before = await kept();
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(at);
    asked[at]?.answer();
  }
  await service.idle();
  expect(await kept() - before).toBe(5);
});

test('closing calls off what is on its way, gives up what waits, and complains about neither', async () => {
  const { asked, shadow } = held();
  const service = createShadow({ db: app.db, ids: systemIds(), log }, shadow, { atOnce: 1, waiting: 5 });
  const first = service.beside(provider('first', async () => found), { tenantId: app.tenantId, requestId: 'r2' });
  for (let at = 0; at < 3; at += 1) await first.lookUp(query, never);
  const before = await kept();
  await service.close();
  expect([asked.length, asked[0]?.signal.aborted, await kept() - before, lines]).toEqual([1, true, 0, []]);
  expect(await first.lookUp(query, never)).toEqual(found);
  expect(asked).toHaveLength(1);
});

test('where the first provider decided nothing there is nothing to compare with', async () => {
  const { asked, shadow } = held();
  const service = createShadow({ db: app.db, ids: systemIds(), log }, shadow);
  const first = service.beside(provider('first', async () => ({ outcome: 'unavailable', detail: 'x' })), { tenantId: app.tenantId, requestId: 'r3' });
  await first.lookUp(query, never);
  await first.lookUpTax({ channel: 'TIN', number: '1234567890', reference: 'ref' }, never);
  expect(asked).toHaveLength(0);
});

test('pictures are never shown to the shadow', async () => {
  let shown = 0;
  const nosy: IdentityProvider = { ...provider('shadow', async () => found), compareFace: async () => { shown += 1; return { outcome: 'unavailable', detail: 'x' }; }, readDocument: async () => { shown += 1; return { outcome: 'unavailable', detail: 'x' }; } };
  const service = createShadow({ db: app.db, ids: systemIds(), log }, nosy);
  const first = service.beside({ ...provider('first', async () => found), compareFace: async () => ({ outcome: 'compared', matched: true, score: 99, threshold: 90, providerReference: 'ref' }) }, { tenantId: app.tenantId, requestId: 'r4' });
  expect(await first.compareFace({ registry: 'bvn', number: query.number, picture: Buffer.from('x'), reference: 'ref' }, never)).toMatchObject({ outcome: 'compared' });
  await service.idle();
  expect(shown).toBe(0);
});

test('a mistake in the shadow is logged, without what was asked, and disturbs nobody', async () => {
  const service = createShadow({ db: app.db, ids: systemIds(), log }, provider('shadow', async () => { throw new Error('ours'); }));
  const first = service.beside(provider('first', async () => found), { tenantId: app.tenantId, requestId: 'r5' });
  expect(await first.lookUp(query, never)).toEqual(found);
  await service.idle();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/asking the shadow provider failed/);
  expect(lines[0]).not.toMatch(/Adeyemi|22200000001/);
});

test('what is older than its days goes, however much it is, and nothing younger', async () => {
  const comparison = { requestId: 'old', question: 'bvn', provider: 'first', shadow: 'shadow', agrees: true, fields: {} } as const;
  const ids = systemIds();
  await app.db.write(app.tenantId, async (tx) => {
    const made = (days: number): typeof tx => ({ ...tx, now: new Date(tx.now.getTime() - days * 86_400_000) });
    for (let count = 0; count < 1_001; count += 1) await insertComparison(made(91), ids.newId('shd'), comparison);
    await insertComparison(made(89), ids.newId('shd'), { ...comparison, requestId: 'young' });
  });
  const requests = async (): Promise<unknown[]> => (await app.db.read(app.tenantId, (tx) => tx.rows<{ id: string }>(sql`select distinct request_id as id from identity_shadow where tenant_id = ${tx.tenantId} and request_id in ('old', 'young')`))).map(({ id }) => id);
  expect((await requests()).toSorted()).toEqual(['old', 'young']);
  await createComparisonPruning(app.db, 90).pass();
  expect(await requests()).toEqual(['young']);
  await createComparisonPruning(app.db, 88).pass();
  expect(await requests()).toEqual([]);
});
