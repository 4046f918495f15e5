import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDojahStandIn } from './dojah-stand-in.ts';
import { dojahProvider } from './dojah.ts';
import { failover, type FailoverOptions } from './failover.ts';
import { type Candidate, describeIdentityProvider, specimen } from './identity-contract.ts';
import type { IdentityProvider, ProviderHealth, RegistryAnswer } from './identity-provider.ts';
import { startPremblyStandIn } from './prembly-stand-in.ts';
import { premblyProvider } from './prembly.ts';
import type { StandIn } from './stand-in-server.ts';

const never = new AbortController().signal;
const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
const circuit = { opensAfter: 3, restMs: 1_000, restMaxMs: 4_000 };

describeIdentityProvider('Prembly with Dojah behind it', async (): Promise<Candidate> => {
  const [prembly, dojah] = await Promise.all([startPremblyStandIn(), startDojahStandIn()]);
  const pictures = { fine: specimen.passport, blurred: 'blurred', other_number: 'B76543210', stranger: `${specimen.passport} stranger`, faceless: `${specimen.passport} faceless`, down: 'down' };
  return {
    provider: failover([
      premblyProvider({ appId: 'a', apiKey: 'k', baseUrl: prembly.baseUrl }),
      dojahProvider({ appId: 'a', secretKey: 's', baseUrl: dojah.baseUrl }),
    ], { deadlineMs: 5_000, reserveMs: 1_000, circuit, nowMs: () => performance.now() }),
    lacks: ['face scores'],
    // Prembly reads no documents here; Dojah does.
    document: (kind) => ({ documentNumber: specimen.passport, image: Buffer.from(pictures[kind]) }),
    close: async () => {
      await Promise.all([prembly.close(), dojah.close()]);
    },
  };
});

/** A provider that says what a test wants, and counts how often it was asked. */
type Scripted = IdentityProvider & { asked: number; says: RegistryAnswer | 'silence' | Error };

function scripted(name: string): Scripted {
  const provider: Scripted = {
    name,
    asked: 0,
    says: { outcome: 'found', record: { ...claims, otherName: null, watchListed: false, nin: null }, providerReference: `${name}-1` },
    lookUp: async (_query, signal) => {
      provider.asked += 1;
      signal.throwIfAborted();
      if (provider.says === 'silence') return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (provider.says instanceof Error) throw provider.says;
      return provider.says;
    },
    compareFace: async () => ({ outcome: 'unsupported', detail: 'no faces' }),
    readDocument: async () => ({ outcome: 'unsupported', detail: 'no documents' }),
    lookUpTax: async () => ({ outcome: 'unsupported', detail: 'no taxes' }),
  };
  return provider;
}

const trouble: RegistryAnswer = { outcome: 'unavailable', detail: 'http 500' };
const missing: RegistryAnswer = { outcome: 'not_found', providerReference: null };

function lab(options: Partial<FailoverOptions> = {}) {
  const [first, second] = [scripted('first'), scripted('second')];
  const clock = { nowMs: 0 };
  const changes: ProviderHealth[] = [];
  const both = failover([first, second], { deadlineMs: 5_000, reserveMs: 1_000, circuit, nowMs: () => clock.nowMs, onChange: (health) => changes.push(health), ...options });
  const lookUp = (registry: 'bvn' | 'nin' = 'bvn', signal: AbortSignal = never) => both.lookUp({ registry, number: specimen.bvn, claims, reference: 'ref' }, signal);
  return { first, second, both, clock, changes, lookUp };
}

describe('the order', () => {
  test('the first answers, and is named', async () => {
    const { second, lookUp, both } = lab();
    expect(await lookUp()).toMatchObject({ outcome: 'found', answeredBy: 'first', providerReference: 'first-1' });
    expect(second.asked).toBe(0);
    expect(both.name).toBe('first, second');
  });

  test.each([['trouble', trouble], ['a question it does not take', { outcome: 'unsupported', detail: 'not me' } as const]])('after %s the next one is asked, and named', async (_, says) => {
    const { first, lookUp } = lab();
    first.says = says;
    expect(await lookUp()).toMatchObject({ outcome: 'found', answeredBy: 'second' });
  });

  test.each([
    ['not found', missing],
    ['no match', { outcome: 'compared', matches: { firstName: false, lastName: false, otherName: null, dateOfBirth: false }, providerReference: 'x' } as const],
  ])('a definite answer is final: %s', async (_, says) => {
    const { first, second, lookUp } = lab();
    first.says = says;
    expect((await lookUp()).outcome).toBe(says.outcome);
    expect(second.asked).toBe(0);
  });

  test('trouble of all is trouble, with every reason; questions nobody takes are no trouble', async () => {
    const { first, second, both, lookUp } = lab();
    first.says = trouble;
    second.says = { outcome: 'unsupported', detail: 'not me' };
    expect(await lookUp()).toEqual({ outcome: 'unavailable', detail: 'first: http 500; second: not me' });
    expect((await both.lookUpTax({ channel: 'PHONE', number: '+2348031234567', reference: 'r' }, never)).outcome).toBe('unsupported');
  });

  test('a mistake of our own is not hidden behind the next provider', async () => {
    const { first, second, lookUp } = lab();
    first.says = new TypeError('ours');
    await expect(lookUp()).rejects.toThrow('ours');
    expect(second.asked).toBe(0);
  });
});

describe('time', () => {
  test('a silent provider leaves the next one its share', async () => {
    const { first, lookUp } = lab({ deadlineMs: 200, reserveMs: 100 });
    first.says = 'silence';
    expect(await lookUp()).toMatchObject({ outcome: 'found', answeredBy: 'second' });
  });

  test('when the deadline is over nobody else is asked', async () => {
    const { first, second, clock, lookUp } = lab();
    first.says = trouble;
    first.lookUp = async () => {
      clock.nowMs += 5_000;
      return trouble;
    };
    expect((await lookUp()).outcome).toBe('unavailable');
    expect(second.asked).toBe(0);
  });

  test('a caller who goes away ends it all, and counts against nobody', async () => {
    const { first, second, both, lookUp } = lab();
    first.says = 'silence';
    const controller = new AbortController();
    const asked = lookUp('bvn', controller.signal);
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(second.asked).toBe(0);
    expect(both.health().every(({ state }) => state === 'closed')).toBe(true);
  });
});

describe('health', () => {
  test('after troubles in a row the provider is passed over for a while, then tried once, then asked again', async () => {
    const { first, clock, changes, lookUp } = lab();
    first.says = trouble;
    for (let at = 0; at < 5; at += 1) expect(await lookUp()).toMatchObject({ answeredBy: 'second' });
    expect(first.asked).toBe(3);
    clock.nowMs = 1_000;
    expect(await lookUp()).toMatchObject({ answeredBy: 'second' });
    expect(first.asked).toBe(4);
    first.says = missing;
    clock.nowMs = 3_000;
    expect(await lookUp()).toMatchObject({ outcome: 'not_found', answeredBy: 'first' });
    expect(await lookUp()).toMatchObject({ outcome: 'not_found', answeredBy: 'first' });
    expect(changes.map(({ provider, question, state }) => `${provider} ${question} ${state}`)).toEqual(['first bvn open', 'first bvn open', 'first bvn closed']);
  });

  test('while one probes, the others go to the next provider', async () => {
    const { first, clock, lookUp } = lab();
    first.says = trouble;
    for (let at = 0; at < 3; at += 1) await lookUp();
    clock.nowMs = 1_000;
    first.says = missing;
    const answers = await Promise.all([lookUp(), lookUp(), lookUp()]);
    expect(answers.map(({ answeredBy }) => answeredBy)).toEqual(['first', 'second', 'second']);
  });

  test('one registry that is away does not take the others along', async () => {
    const { first, both, lookUp } = lab();
    first.says = trouble;
    for (let at = 0; at < 3; at += 1) await lookUp('nin');
    first.says = missing;
    expect(await lookUp('bvn')).toMatchObject({ answeredBy: 'first' });
    expect(both.health().filter(({ state }) => state !== 'closed')).toEqual([{ provider: 'first', question: 'nin', state: 'open' }]);
    expect(both.health()).toHaveLength(10);
  });

  test('numbers that a provider refuses do not open its circuit: one caller\'s mistakes are not everybody\'s outage', async () => {
    const { first, both, lookUp } = lab();
    first.says = { outcome: 'unsupported', detail: 'refused with 400' };
    for (let at = 0; at < 10; at += 1) await lookUp();
    expect(first.asked).toBe(10);
    expect(both.health().every(({ state }) => state === 'closed')).toBe(true);
  });

  test('when all rest, the answer comes at once', async () => {
    const { first, second, lookUp } = lab();
    first.says = trouble;
    second.says = trouble;
    for (let at = 0; at < 3; at += 1) await lookUp();
    const before = first.asked + second.asked;
    expect(await lookUp()).toMatchObject({ outcome: 'unavailable' });
    expect(first.asked + second.asked).toBe(before);
  });
});

describe('over the wire', () => {
  let prembly: StandIn;
  let dojah: StandIn;
  let provider: IdentityProvider;
  beforeAll(async () => {
    [prembly, dojah] = await Promise.all([startPremblyStandIn(), startDojahStandIn()]);
    provider = failover([
      dojahProvider({ appId: 'a', secretKey: 's', baseUrl: dojah.baseUrl }), premblyProvider({ appId: 'a', apiKey: 'k', baseUrl: prembly.baseUrl }),
    ], { deadlineMs: 5_000, reserveMs: 1_000, circuit, nowMs: () => performance.now() });
  });
  afterAll(() => Promise.all([prembly.close(), dojah.close()]));

  test('a tax number by phone, which Dojah does not know, comes from Prembly', async () => {
    const answer = await provider.lookUpTax({ channel: 'PHONE', number: '+2348031234567', reference: 'ref' }, never);
    expect(answer).toMatchObject({ outcome: 'found', answeredBy: 'prembly', taxpayerName: 'SPECIMEN TRADING LIMITED' });
    expect(dojah.calls).toHaveLength(0);
  });

  test('half a JSON of the first is no answer: the second gives one', async () => {
    dojah.answerNext(200, '{"entity":{"first_na');
    expect(await provider.lookUp({ registry: 'bvn', number: specimen.bvn, claims, reference: 'ref' }, never)).toMatchObject({ outcome: 'found', answeredBy: 'prembly' });
  });
});
