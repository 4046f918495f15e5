import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#src/db/sql.ts';
import { enquire, freshNumber, initiate, openPayer, pass, refusal, succeed, transferBody } from '#tests/journeys/payer.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createAnswerPruning } from './prune-answers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
});
afterAll(() => app.close());

test('answers go after thirty days; the requestId of a transfer stays, so that it pays once for ever', async () => {
  const payer = await openPayer(app);
  const transferId = crypto.randomUUID();
  await succeed(initiate(app, payer, {}, { requestId: transferId }));
  const body = { bvn: freshNumber(), firstName: 'Adaeze', lastName: 'Okonkwo', dob: '1990-04-12' };
  const checkId = crypto.randomUUID();
  const check = (): Promise<unknown> => succeed(app.call('POST', '/kyc/validate/bvn', body, { requestId: checkId })).then(({ headers }) => headers.get('idempotency-replayed'));
  await check();
  const pruning = createAnswerPruning(app.db, app.app.routes);
  const left = async (): Promise<unknown> => app.db.read(app.tenantId, (tx) => tx.rows(sql`
    select request_id as id, answer is not null as answered from request where tenant_id = ${tx.tenantId} and request_id = any(${[transferId, checkId]}::text[]) order by operation`));

  await pass(app, 30 * 86_400 - 60);
  await pruning.pass();
  expect(await left()).toEqual([{ id: transferId, answered: true }, { id: checkId, answered: true }]);
  expect(await check()).toBe('true');

  await pass(app, 120);
  await pruning.pass();
  expect(await left()).toEqual([{ id: transferId, answered: false }]);
  expect(await check()).toBeNull();
});

test('the very same transfer sent again after that is refused, and not made', async () => {
  const payer = await openPayer(app);
  const headers = { requestId: crypto.randomUUID() };
  const body = transferBody(payer, await enquire(app));
  await succeed(app.call('POST', '/transfer/customer/initiate', body, headers));
  await pass(app, 31 * 86_400);
  await createAnswerPruning(app.db, app.app.routes).pass();
  expect(await refusal(app.call('POST', '/transfer/customer/initiate', body, headers))).toEqual([422, '26', 'request_id_reused']);
});
