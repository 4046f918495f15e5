/** Statements that COMMIT may travel with fail by themselves where their transaction must not stand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockTransfers, saveTransfers } from '#src/transfers/store.ts';
import { initiate, openPayer, type Payer, pendingOf } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { isWorthAnotherTry, loadStored, type RequestKey, storeAnswers } from './requests.ts';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  payer = await openPayer(app);
});
afterAll(() => app.close());

const answer = { httpStatus: 200, body: '{}' };
const keyOf = (requestId: string, byte: number): RequestKey => ({ tenantId: app.tenantId, requestId, operation: 'test', fingerprint: Buffer.alloc(32, byte) });
const store = async (key: RequestKey): Promise<void> => {
  const keys = await app.app.ctx.keyring.of(app.tenantId);
  await app.db.write(app.tenantId, async (tx) => {
    tx.lastly();
    await storeAnswers(tx, keys, [{ key, answer }, { key: keyOf(`beside-${key.requestId}-${String(key.fingerprint[0])}`, 1), answer }]);
  });
};

test('a second answer to one request undoes what is stored with it, and may be tried again', async () => {
  await store(keyOf('raced', 1));
  for (const fingerprint of [1, 2]) {
    const second = store(keyOf('raced', fingerprint)).then(() => null, (error: unknown) => error);
    expect(isWorthAnotherTry(await second)).toBe(true);
    expect(await second).toMatchObject({ message: 'Another process answered this request first.' });
  }
  const stored = await app.db.read(app.tenantId, (tx) => loadStored(tx, ['raced', 'beside-raced-1', 'beside-raced-2'].map((requestId) => keyOf(requestId, 1))));
  expect([...stored.keys()].toSorted()).toEqual(['beside-raced-1', 'raced']);
});

test('a transfer that is not as it was loaded is not saved', async () => {
  const { transactionId } = pendingOf(await initiate(app, payer));
  const save = (behind: number): Promise<void> => app.db.open(app.tenantId, async (opening) => {
    const loaded = [...(await lockTransfers(opening, [transactionId])).values()];
    const tx = await opening.begun;
    tx.lastly();
    await saveTransfers(tx, loaded.map((transfer) => ({ ...transfer, version: transfer.version - behind, failureCode: `saved_${behind}` })));
  });
  await expect(save(1)).rejects.toThrow('A transfer changed under its lock.');
  await save(0);
  const [saved] = (await app.db.write(app.tenantId, (tx) => lockTransfers(tx, [transactionId]))).values();
  expect(saved?.failureCode).toBe('saved_0');
});
