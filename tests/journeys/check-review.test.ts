import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { voteOnCheck } from '#src/customers/decide-check.ts';
import { sql } from '#src/db/sql.ts';
import type { DocumentReader, DocumentReading, FaceReading } from '#src/kyc/document-reader.ts';
import { failover, failoverDefaults } from '#src/kyc/providers/failover.ts';
import { createPicturePurge, seePictures } from '#src/kyc/review.ts';
import type { Member } from '#src/organizations/members.ts';
import { registrySimulator } from '#src/sandbox/registry-simulator/adapter.ts';
import { emailOf, join, memberPassword } from '#tests/support/members.ts';
import { runProgram } from '#tests/support/program.ts';
import { startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { detailsOf, eventsOf, openCustomer, pass, succeed } from './payer.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const photo = Buffer.concat([Buffer.from(pixel, 'base64')]);

let reading: DocumentReading;
const face: FaceReading = { outcome: 'compared', verdict: 'review', distance: 0.55, score: 0.45, engine: {} };
const documents: DocumentReader = { read: async () => reading, compareFaces: async () => face, close: async () => undefined };

/** Shows a photo and compares none, so that this machine does. */
function showingPhotos() {
  const { scenarios: _, ...simulator } = registrySimulator();
  return failover([{ ...simulator, compareFace: async ({ reference }) => ({ outcome: 'photo', photo, providerReference: reference }) }], { ...failoverDefaults, nowMs: () => performance.now() });
}

function readingOf(verdict: 'pass' | 'review' | 'fail', likeness: { face: number; hash: string }): DocumentReading {
  const check = { id: 'face_match', status: verdict, ...(verdict === 'pass' ? {} : { hint: 'Hint.' }) } as const;
  return { outcome: 'read', verdict, checks: [check], score: 0.44, engine: {}, likeness: { document: { face: new Float32Array(128).fill(likeness.face), pictureHash: likeness.hash }, selfie: null } };
}

let app: TestApp;
let live: TestTenant;
let ada: Member;
let bayo: Member;
beforeAll(async () => {
  app = await startTestApp({ documents, live: { identity: showingPhotos(), documents } });
  live = await app.addTenant({ environment: 'live' });
  ada = await join(app, app, 'ada', 'compliance');
  bayo = await join(app, live, 'bayo', 'operations');
});
afterAll(() => app.close());

let serial = 0;
let documentNumber = '';
beforeEach(() => {
  serial += 1;
  documentNumber = `B${String(10_000_000 + serial)}`;
});

const alone = (): { face: number; hash: string } => ({ face: serial, hash: `p2:${(BigInt(serial) * 0x9e3779b97f4a7c15n % 2n ** 64n).toString(16).padStart(16, '0').repeat(20)}` });
const verify = (tenant: TestTenant = app) => tenant.call('POST', '/kyc/verify/document', { docType: 'IP', docImage: pixel, documentNumber });

/** A document that is too close to call; answers its checkId. */
async function grey(): Promise<string> {
  reading = readingOf('review', alone());
  const answer = await verify();
  expect([answer.status, detailsOf(answer)['review']]).toEqual([422, 'pending']);
  return String(detailsOf(answer)['checkId']);
}

const record = async (checkId: string, tenant: TestTenant = app): Promise<Record<string, unknown>> => (await succeed(tenant.call('GET', `/kyc/checks/${checkId}`))).data;
const vote = (checkId: string, verdict: 'pass' | 'fail', member: Member = ada) => voteOnCheck(app.app.ctx, { organizationId: member.organizationId, memberId: member.memberId, checkId, verdict, reason: 'Looked at both' });
const codeOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => null, (error: { code?: unknown }) => error.code);
const pictures = async (checkId: string): Promise<unknown> => (await app.db.read(app.tenantId, (tx) => tx.rows<{ kept: boolean }>(sql`
  select pictures_sealed is not null as kept from kyc_review where tenant_id = ${tx.tenantId} and check_id = ${checkId}`)))[0]?.kept;

describe('a document that is too close to call', () => {
  test.each([['pass', 'passed'], ['fail', 'failed']] as const)('waits for people; their %s is shown with the check, announced once, and in the audit log', async (verdict, status) => {
    const checkId = await grey();
    expect(await record(checkId)).toMatchObject({ outcome: 'review', review: { status: 'pending', decidedAt: null } });
    expect(await eventsOf(app, app, checkId)).toEqual([]);
    expect(await vote(checkId, verdict)).toMatchObject({ outcome: 'decided', state: status });
    expect(await record(checkId)).toMatchObject({ outcome: 'review', review: { status, decidedAt: expect.stringMatching(/Z$/) } });
    expect(await eventsOf(app, app, checkId)).toEqual(['kyc.check.completed']);
    expect((await app.call('GET', `/audit?page=1&pageSize=5&subject=${checkId}`)).json.data).toMatchObject([{ action: 'kyc.review_vote', actor: ada.memberId, details: { verdict, reason: 'Looked at both' } }]);
    expect(await codeOf(vote(checkId, verdict))).toBe('check_not_retryable');
    expect((await app.call('POST', `/kyc/checks/${checkId}/retry`, { docType: 'IP', docImage: pixel, documentNumber })).codes).toEqual([verdict === 'pass' ? 'check_not_retryable' : 'face_mismatch']);
  });

  test('can be tried again only when people have refused it, and decided by nobody of another organization', async () => {
    const checkId = await grey();
    expect((await app.call('POST', `/kyc/checks/${checkId}/retry`, { docType: 'IP', docImage: pixel, documentNumber })).codes).toEqual(['check_not_retryable']);
    expect(await codeOf(vote(checkId, 'pass', bayo))).toBe('record_not_found');
    expect(await codeOf(seePictures(app.app.ctx, { ...bayo, checkId }))).toBe('record_not_found');
  });
});

describe('its pictures', () => {
  test('are sealed, are seen by a member with an entry in the audit log, and go a day after the decision', async () => {
    const checkId = await grey();
    const seen = await seePictures(app.app.ctx, { ...ada, checkId });
    expect(seen['document']?.toString('base64')).toBe(pixel);
    expect((await app.call('GET', `/audit?page=1&pageSize=5&subject=${checkId}&action=kyc.pictures_read`)).json['total']).toBe(1);
    const [stored] = await app.db.read(app.tenantId, (tx) => tx.rows<{ sealed: Buffer }>(sql`select pictures_sealed as sealed from kyc_review where tenant_id = ${tx.tenantId} and check_id = ${checkId}`));
    expect(stored?.sealed.toString('latin1')).not.toContain(pixel.slice(0, 20));
    await vote(checkId, 'pass');
    const purge = createPicturePurge(app.app.ctx);
    await pass(app, 24 * 3_600 - 60);
    await purge.pass();
    expect(await pictures(checkId)).toBe(true);
    await pass(app, 120);
    await purge.pass();
    expect(await pictures(checkId)).toBe(false);
    expect(await codeOf(seePictures(app.app.ctx, { ...ada, checkId }))).toBe('record_not_found');
  });

  test('go after a week without a decision; of a check that needs none they are never kept', async () => {
    const checkId = await grey();
    reading = readingOf('pass', { face: serial + 0.5, hash: `p2:${'0123456789abcdef'.repeat(20)}` });
    documentNumber = `C${documentNumber.slice(1)}`;
    expect((await verify()).status).toBe(200);
    const [{ reviews } = { reviews: -1 }] = await app.db.read(app.tenantId, (tx) => tx.rows<{ reviews: number }>(sql`
      select count(*)::int as reviews from kyc_review join kyc_check using (tenant_id, check_id) where tenant_id = ${tx.tenantId} and outcome <> 'review'`));
    expect(reviews).toBe(0);
    await pass(app, 7 * 86_400 + 60);
    await createPicturePurge(app.app.ctx).pass();
    expect(await pictures(checkId)).toBe(false);
    expect(await vote(checkId, 'fail')).toMatchObject({ state: 'failed' });
  });
});

describe('a face that is too close to call', () => {
  test('raises the tier when people let it pass, with the registry\'s photo beside it until then', async () => {
    const customerId = await openCustomer(live);
    const refused = await live.call('POST', `/customer/kyc/${customerId}`, { livePicture: pixel });
    expect([refused.codes, detailsOf(refused)['review']]).toEqual([['face_mismatch'], 'pending']);
    const checkId = String(detailsOf(refused)['checkId']);
    expect(Object.keys(await seePictures(app.app.ctx, { ...bayo, checkId })).toSorted()).toEqual(['livePicture', 'registryPhoto']);
    expect((await succeed(live.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ kycTier: '1' });
    await vote(checkId, 'pass', bayo);
    expect((await succeed(live.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ kycTier: '2' });
    expect(await eventsOf(app, live, customerId)).toContain('customer.tier_changed');
    expect(await record(checkId, live)).toMatchObject({ kind: 'face', outcome: 'review', review: { status: 'passed' } });
  });

  test('raises nothing when people refuse it, or when the customer was disabled meanwhile', async () => {
    for (const verdict of ['fail', 'pass'] as const) {
      const customerId = await openCustomer(live);
      const checkId = String(detailsOf(await live.call('POST', `/customer/kyc/${customerId}`, { livePicture: pixel }))['checkId']);
      if (verdict === 'pass') await succeed(live.call('PATCH', `/customer/profile/${customerId}`, { status: false, reason: 'Test' }));
      await vote(checkId, verdict, bayo);
      expect((await succeed(live.call('GET', `/customer/profile/${customerId}`))).data).toMatchObject({ kycTier: '1' });
    }
  });
});

test('where the operator wants two, one member alone decides nothing, and nobody votes twice', async () => {
  const strict = await startTestApp({ documents, env: { KYC_REVIEWERS: '2' }, worker: false });
  try {
    const [one, two] = [await join(strict, strict, 'chidi', 'owner'), await join(strict, strict, 'dele', 'compliance')];
    reading = readingOf('review', alone());
    const checkId = String(detailsOf(await verify(strict))['checkId']);
    const say = (member: Member, verdict: 'pass' | 'fail') => voteOnCheck(strict.app.ctx, { organizationId: member.organizationId, memberId: member.memberId, checkId, verdict, reason: 'Looked' });
    expect(await say(one, 'pass')).toMatchObject({ outcome: 'waiting', state: 'pending' });
    expect(await say(one, 'pass')).toMatchObject({ outcome: 'waiting' });
    expect(await codeOf(say(one, 'fail'))).toBe('check_not_retryable');
    expect(await say(two, 'fail')).toMatchObject({ outcome: 'waiting' });
    expect((await strict.call('GET', `/kyc/checks/${checkId}`)).data).toMatchObject({ review: { status: 'pending' } });
  } finally {
    await strict.close();
  }
});

describe('the alarm of duplicates', () => {
  test('is raised by the same face or the same picture under another number of the tenant, and by nothing else', async () => {
    const tenant = await app.addTenant();
    const show = async (number: string, face: number, hash: string, verdict: 'pass' | 'fail' = 'pass', whose: TestTenant = tenant): Promise<Record<string, unknown>> => {
      documentNumber = number;
      reading = readingOf(verdict, { face, hash });
      await verify(whose);
      const { json } = await succeed(whose.call('GET', '/kyc/checks?page=1&pageSize=1'));
      const [check] = Array.isArray(json.data) ? json.data : [];
      return check;
    };
    // Of 1,280 bits as many as digits are set in all.
    const picture = (digits: number): string => `p2:${'f'.repeat(digits)}${'0'.repeat(320 - digits)}`;
    const first = await show('D10000001', 0.1, picture(0));
    expect(first['duplicateOf']).toEqual([]);
    expect((await show('D10000001', 0.1, picture(0)))['duplicateOf']).toEqual([]);
    // 128 numbers that differ by 0.03 each are 0.34 apart; by 0.04, 0.45; by 0.05, 0.57; by 0.06, 0.68.
    const near = await show('D10000002', 0.13, picture(160));
    expect(near['duplicateOf']).toContain(first['checkId']);
    expect(await eventsOf(app, tenant, String(near['checkId']))).toContain('kyc.duplicate_suspected');
    expect((await show('D10000003', 0.17, picture(320)))['duplicateOf']).toEqual([]);
    expect((await show('D10000004', 0.05, picture(32)))['duplicateOf']).toContain(first['checkId']);
    expect((await show('D10000005', 0.03, picture(65)))['duplicateOf']).not.toContain(first['checkId']);
    // The same picture, but another person on it.
    expect((await show('D10000007', -0.5, picture(0)))['duplicateOf']).toEqual([]);
    expect((await show('D10000006', 0.1, picture(0), 'pass', await app.addTenant()))['duplicateOf']).toEqual([]);
  });
});

test('the command lists what waits, shows the pictures, and stores a vote', async () => {
  const checkId = await grey();
  const review = (...args: string[]) => runProgram('src/cli/review.ts', args, app.database.connection, { REVIEW_PASSWORD: memberPassword, MASTER_KEY: app.app.ctx.config.masterKey.toString('hex') });
  expect((await review('list')).stdout).toContain(`${checkId}  document  no customer`);
  const decided = await review('check', checkId, 'pass', '--as', emailOf('ada'), '--reason', 'Looked at both');
  expect(decided, decided.stderr).toMatchObject({ exitCode: 0, stdout: 'The check passed.\n' });
  expect(await record(checkId)).toMatchObject({ review: { status: 'passed' } });
});
