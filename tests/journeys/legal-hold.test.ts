/** `npm run privacy`, beside a running program, and what an erasure says to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '#src/organizations/scopes.ts';
import { emailOf, join, memberPassword } from '#tests/support/members.ts';
import { type Ended, runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { detailsOf, openCustomer, succeed } from './payer.ts';

/** Each command is a program of its own, and starts as one. */
const patienceMs = 300_000;

let app: TestApp;
let officer: TestTenant;
beforeAll(async () => {
  app = await startTestApp({ worker: false });
  officer = await app.addTenant({ scopes: Object.keys(scopes) });
  await join(app, officer, 'amaka', 'compliance');
  await join(app, officer, 'obinna', 'operations');
});
afterAll(() => app.close());

const privacy = (...args: string[]): Promise<Ended> =>
  runProgram('src/cli/privacy.ts', [...args, '--environment', 'sandbox'], app.database.connection, { REVIEW_PASSWORD: memberPassword, MASTER_KEY: app.app.ctx.config.masterKey.toString('hex') });
const erase = (customerId: string) => officer.call('POST', `/customer/${customerId}/erase`, { reason: 'Asked for it' });
const holdIn = ({ stdout, stderr }: Ended): string => /hld_[0-9a-f]{32}/.exec(stdout)?.[0] ?? stderr;

async function disabledCustomer(): Promise<string> {
  const customerId = await openCustomer(officer);
  await succeed(officer.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Left the bank' }));
  return customerId;
}

async function auditOf(customerId: string): Promise<unknown[]> {
  const { json } = await succeed(officer.call('GET', `/audit?page=1&pageSize=10&subject=${customerId}`));
  return (Array.isArray(json.data) ? json.data : []).filter(({ action }) => /hold/.test(String(action))).map(({ actor, action, details }) => [String(actor).startsWith('mem_') ? 'member' : actor, action, details]);
}

test('a held customer is not erased until the last hold is lifted; the refusal names the holds and not why', async () => {
  const customerId = await disabledCustomer();
  const [one, other] = [await privacy('hold', customerId, '--as', emailOf('amaka'), '--reason', 'Court order'), await privacy('hold', customerId, '--organization', officer.organizationId, '--reason', 'A quarrel')].map(holdIn);
  const refused = await erase(customerId);
  expect([refused.status, refused.json.statusCode, refused.codes]).toEqual([409, '26', ['erasure_held']]);
  expect(detailsOf(refused)['holds']).toMatchObject([{ holdId: one }, { holdId: other }]);
  expect(refused.text).not.toMatch(/Court|quarrel/);
  expect((await privacy('holds', '--as', emailOf('amaka'))).stdout).toMatch(new RegExp(`^${one}  ${customerId}  since .*Court order\n${other}  ${customerId}  since .*  by operator  A quarrel\n$`));

  expect((await privacy('lift', one ?? '', '--as', emailOf('amaka'), '--reason', 'Case over')).stdout).toBe(`Lifted; customer ${customerId} stays held by 1 more.\n`);
  expect((await erase(customerId)).codes).toEqual(['erasure_held']);
  expect((await privacy('lift', one ?? '', '--as', emailOf('amaka'), '--reason', 'Case over')).stderr).toBe('No such hold is in force.\n');
  expect((await privacy('lift', other ?? '', '--organization', officer.organizationId, '--reason', 'Settled')).stdout).toBe(`Customer ${customerId} is not held any more.\n`);
  expect(await auditOf(customerId)).toEqual([
    ['operator', 'customer.hold_lifted', { holdId: other, reason: 'Settled' }], ['member', 'customer.hold_lifted', { holdId: one, reason: 'Case over' }],
    ['operator', 'customer.hold_placed', { holdId: other, reason: 'A quarrel' }], ['member', 'customer.hold_placed', { holdId: one, reason: 'Court order' }],
  ]);
  await succeed(erase(customerId));
  expect((await privacy('hold', customerId, '--organization', officer.organizationId, '--reason', 'Too late')).stderr).toBe('No such customer.\n');
}, patienceMs);

test('a hold is placed by whoever may, on a customer of their own, with a reason', async () => {
  const customerId = await disabledCustomer();
  expect((await privacy('hold', customerId, '--as', emailOf('obinna'), '--reason', 'Curious')).stderr).toBe('The role operations may not decide; owner, admin, compliance may.\n');
  expect((await privacy('hold', customerId, '--organization', app.organizationId, '--reason', 'Not theirs')).stderr).toBe('No such customer.\n');
  for (const args of [['hold', customerId, '--as', emailOf('amaka')], ['hold', customerId, '--reason', 'Whose?'], ['hold', customerId, '--as', emailOf('amaka'), '--organization', officer.organizationId, '--reason', 'Both']]) {
    expect(await privacy(...args)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^Usage: npm run privacy/) });
  }
  await succeed(erase(customerId));
}, patienceMs);
