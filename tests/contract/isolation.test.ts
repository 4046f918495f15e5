import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '#src/http/route.ts';
import { type Answered, startTestApp, type TestApp, type TestTenant } from '#tests/support/test-app.ts';
import { openCustomer, person, refusal, succeed } from '#tests/journeys/payer.ts';
import { liftRateLimits, type Sample, sampleOf } from './samples.ts';

let app: TestApp;
let theirs: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  theirs = await app.addTenant();
  await Promise.all([liftRateLimits(app, app), liftRateLimits(app, theirs)]);
});
afterAll(() => app.close());

/** Names under which a request can name something of a tenant. */
const idLike = /^(id|after|search|accountNumber|sourceAccountNumber|\w*(Id|SessionId))$/;
/** Names that look like it and are not: numbers at any bank, words of names, and second spellings. */
const notOurs: Readonly<Record<string, readonly string[]>> = {
  enquireName: ['accountNumber'], listBankCandidates: ['accountNumber'], createBusinessCustomer: ['taxId'], updateCustomer: ['taxId'], listBeneficiaries: ['search'],
};
const secondSpellings = ['otpReferneceId'];

function idNamesOf(route: Route): string[] {
  const shapes = [route.params, route.query, route.body].map((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
  const exempt = [...(notOurs[route.operationId] ?? []), ...secondSpellings];
  return shapes.flat().filter((name) => idLike.test(name) && !exempt.includes(name));
}

/** An id of the same form that belongs to nobody. The time inside an id stays, since a list goes on from there. */
function madeUp(id: string): string {
  const digits = /^\d+$/.test(id);
  const kept = digits ? 0 : id.length - 10;
  const alphabet = digits ? '123456789' : '0123456789abcdef';
  return id.slice(0, kept) + Array.from({ length: id.length - kept }, () => alphabet.charAt(Math.floor(Math.random() * alphabet.length))).join('');
}

function naming(sample: Sample, name: string, id: string): Sample {
  const own = sample.ids[name] ?? '';
  const replaced = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(own, id));
  return { ...sample, path: replaced(sample.path), ...(sample.body === undefined ? {} : { body: replaced(sample.body) }) };
}

function send(tenant: TestTenant, route: Route, { path, body, headers = {} }: Sample): Promise<Answered> {
  return tenant.call(route.method, path, body, headers);
}

describe('what another organization has', () => {
  test('answers like what does not exist, byte for byte, at every route that can name it', async () => {
    let compared = 0;
    for (const route of app.app.routes) {
      const names = idNamesOf(route);
      if (names.length === 0) continue;
      const [mine, foreign] = [await sampleOf(route.operationId, app, app), await sampleOf(route.operationId, theirs, app)];
      for (const name of names) {
        const [own, other] = [mine.ids[name], foreign.ids[name]];
        if (own === undefined || other === undefined) throw new Error(`The sample of ${route.operationId} does not tell its ${name}.`);
        const absent = madeUp(other);
        const toForeign = await send(app, route, naming(mine, name, other));
        const toAbsent = await send(app, route, naming(mine, name, absent));
        expect([toForeign.status, toForeign.text.replaceAll(other, absent)], `${route.operationId} ${name}`).toEqual([toAbsent.status, toAbsent.text]);
        // Lists are empty, preflight lists its problems, the rest is refused as not found.
        const told = route.method === 'GET' || route.operationId === 'preflightTransfer';
        if (!told || toForeign.status !== 200) expect(toForeign.status, `${route.operationId} ${name}: ${toForeign.text}`).toBe(404);
        compared += 1;
      }
      // It was ours all along: the untouched request goes through.
      const untouched = await send(app, route, mine);
      expect(untouched.status, `${route.operationId}: ${untouched.text}`).toBe(200);
    }
    expect(compared).toBeGreaterThan(30);
  });

  test('is in none of the lists', async () => {
    const empty = await app.addTenant();
    for (const path of ['/customer/profiles', '/kyc/checks', '/accounts', '/transfers']) {
      const { json } = await succeed(empty.call('GET', `${path}?page=1&pageSize=100`));
      expect([json['total'], json['data']], path).toEqual([0, []]);
    }
    for (const path of ['/webhooks', '/events', '/sandbox/messages']) expect((await succeed(empty.call('GET', path))).json['data'], path).toEqual([]);
  });
});

describe('two organizations', () => {
  test('may use one requestId for different requests', async () => {
    const headers = { requestId: crypto.randomUUID() };
    const one = await succeed(app.call('POST', '/account/collection', { name: 'One', phone: '08031234567' }, headers));
    const two = await succeed(theirs.call('POST', '/account/collection', { name: 'Two', phone: '08031234567' }, headers));
    expect(two.headers.get('idempotency-replayed')).toBeNull();
    expect([one.data['accountName'], two.data['accountName']]).toEqual(['One', 'Two']);
    expect(one.data['accountNumber']).not.toBe(two.data['accountNumber']);
  });

  test('may each have a profile of one BVN; one organization may not', async () => {
    const body = person();
    await openCustomer(app, body);
    await openCustomer(theirs, body);
    expect(await refusal(app.call('POST', '/customer/profile/individual', body))).toEqual([409, '26', 'duplicate_customer']);
  });

  test('have clocks of their own', async () => {
    const before = Date.now();
    await succeed(theirs.call('POST', '/sandbox/clock', { advanceSeconds: 86_400 }));
    const { data } = await succeed(app.call('POST', '/sandbox/clock', { advanceSeconds: 1 }));
    expect(Date.parse(String(data['now'])) - before).toBeLessThan(3600_000);
  });
});
