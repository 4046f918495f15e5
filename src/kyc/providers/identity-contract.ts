/** What every identity provider must do, whatever its wire format: run against the simulator, and against a stand-in of each real one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeRegistry } from '#src/kyc/verdict.ts';
import type { DocumentQuery, IdentityProvider, RegistryQuery } from './identity-provider.ts';
import type { StandIn } from './stand-in-server.ts';

/** A person who does not exist, behind every number that is not reserved. */
export const specimen = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', dateOfBirth: '1990-01-15', bvn: '22200000001', nin: '70000000001', passport: 'A01234567' };

export type DocumentKind = 'fine' | 'blurred' | 'other_number' | 'stranger' | 'faceless' | 'down';

export type Candidate = {
  provider: IdentityProvider;
  /** What this one cannot be asked, or does not say; the suite then asks that it owns up to it. */
  lacks?: readonly ('watch list' | 'linked NIN' | 'face comparison' | 'face scores' | 'documents' | 'taxes' | 'taxes by phone' | 'registers')[];
  /** How this candidate is brought to see a document so: the reserved number, or the picture. */
  document?(kind: DocumentKind): Pick<DocumentQuery, 'documentNumber' | 'image'>;
  /** The stand-in behind it, and the same provider made anew; absent where nothing goes over a wire. */
  wire?: { standIn: StandIn; at(baseUrl: string, timeoutMs?: number): IdentityProvider };
  close(): Promise<void>;
};

const never = new AbortController().signal;
const { firstName, lastName, otherName, dateOfBirth } = specimen;
const claims = { firstName, lastName, otherName, dateOfBirth };
const question = { claims, reference: 'ref-1' };
const picture = Buffer.from('selfie');

/** Registers the suite for one candidate. */
export function describeIdentityProvider(name: string, start: () => Promise<Candidate>): void {
  describe(`${name} as identity provider`, () => {
    let candidate: Candidate;
    beforeAll(async () => {
      candidate = await start();
    });
    afterAll(() => candidate.close());
    const lacks = (what: NonNullable<Candidate['lacks']>[number]): boolean => candidate.lacks?.includes(what) === true;
    const lookUp = (query: Pick<RegistryQuery, 'registry' | 'number' | 'linkedNin'>) => candidate.provider.lookUp({ ...question, ...query }, never);

    test.each([['bvn', specimen.bvn], ['nin', specimen.nin]] as const)('finds the record behind a %s, with the birth date as YYYY-MM-DD', async (registry, number) => {
      const answer = await lookUp({ registry, number });
      expect(answer).toMatchObject({ outcome: 'found', record: { dateOfBirth, watchListed: false }, providerReference: expect.stringMatching(/./) });
      if (answer.outcome !== 'found') throw new Error('not found');
      expect(`${answer.record.firstName} ${answer.record.otherName} ${answer.record.lastName}`.toLowerCase()).toBe('tunde chukwuma adeyemi');
    });

    test('says which NIN a BVN is linked to, or that it does not know', async () => {
      const linked = await lookUp({ registry: 'bvn', number: specimen.bvn, linkedNin: specimen.nin });
      const other = await lookUp({ registry: 'bvn', number: '00000000008', linkedNin: specimen.nin });
      expect(linked).toMatchObject({ outcome: 'found', record: { nin: lacks('linked NIN') ? null : specimen.nin } });
      expect(other).toMatchObject({ outcome: 'found', record: { nin: lacks('linked NIN') ? null : expect.not.stringMatching(specimen.nin) } });
    });

    test('tells an unknown number from a provider in trouble', async () => {
      expect((await lookUp({ registry: 'bvn', number: '00000000001' })).outcome).toBe('not_found');
      expect((await lookUp({ registry: 'bvn', number: '00000000005' })).outcome).toBe('unavailable');
    });

    test.each([
      ['00000000000', 'passed'], ['00000000002', 'name_mismatch'], ['00000000003', 'dob_mismatch'],
    ])('lets the house judge: %s is %s', async (number, outcome) => {
      const verdict = judgeRegistry(claims, await lookUp({ registry: 'bvn', number }), { numberField: '/bvn', birthDateField: '/dob' });
      expect(verdict.outcome).toBe(outcome);
    });

    test('reports the watch list, where it knows one', async () => {
      expect(await lookUp({ registry: 'bvn', number: '00000000004' })).toMatchObject({ outcome: 'found', record: { watchListed: !lacks('watch list') } });
    });

    test('stops listening when the signal aborts', async () => {
      const controller = new AbortController();
      const asked = candidate.provider.lookUp({ ...question, registry: 'bvn', number: '00000000006' }, controller.signal);
      controller.abort(new Error('enough'));
      await expect(asked).rejects.toThrow('enough');
      await expect(candidate.provider.lookUp({ ...question, registry: 'bvn', number: specimen.bvn }, controller.signal)).rejects.toThrow('enough');
    });

    test('compares a face with the photo behind a number, or shows the photo', async () => {
      const compare = (number: string) => candidate.provider.compareFace({ registry: 'bvn', number, picture, claims, reference: 'ref-2' }, never);
      const same = await compare(specimen.bvn);
      if (lacks('face comparison')) {
        expect(same).toMatchObject({ outcome: 'photo', photo: expect.any(Uint8Array) });
      } else {
        const other = await compare('00000000009');
        expect(same).toMatchObject({ outcome: 'compared', matched: true });
        expect(other).toMatchObject({ outcome: 'compared', matched: false });
        if (same.outcome !== 'compared' || other.outcome !== 'compared') throw new Error('not compared');
        expect(same.score ?? Number.NaN).toBeGreaterThanOrEqual(same.threshold ?? 0);
        expect(other.score ?? Number.NaN).toBeLessThan(lacks('face scores') ? Number(same.score) : Number(other.threshold));
      }
      expect((await compare('00000000005')).outcome).toBe('unavailable');
      expect((await compare('00000000001')).outcome).toBe('not_found');
    });

    test('reads a document, and looks at faces only when a selfie was sent', async () => {
      const { document } = candidate;
      const ask = (asked: Pick<DocumentQuery, 'documentNumber' | 'image'>, selfie?: Uint8Array) =>
        candidate.provider.readDocument({ docType: 'IP', reference: 'ref-3', ...asked, ...(selfie === undefined ? {} : { selfie }) }, never);
      if (lacks('documents') || document === undefined) {
        expect((await ask({ documentNumber: specimen.passport, image: picture })).outcome).toBe('unsupported');
        return;
      }
      const read = (kind: DocumentKind, selfie?: Uint8Array) => ask(document(kind), selfie);
      expect(await read('fine')).toMatchObject({ outcome: 'read', numberMatches: true, face: null });
      expect(await read('fine', picture)).toMatchObject({ outcome: 'read', numberMatches: true, face: { matched: true } });
      expect(await read('other_number')).toMatchObject({ outcome: 'read', numberMatches: false });
      expect(await read('stranger', picture)).toMatchObject({ outcome: 'read', face: { matched: false } });
      expect((await read('faceless', picture)).outcome).toBe('no_face');
      expect((await read('blurred')).outcome).toBe('unreadable');
      expect((await read('down')).outcome).toBe('unavailable');
    });

    test('finds the taxpayer behind a tax number, a registration number or a phone', async () => {
      const lookUpTax = (channel: 'TIN' | 'CAC' | 'PHONE', number: string) => candidate.provider.lookUpTax({ channel, number, reference: 'ref-4' }, never);
      if (lacks('taxes')) {
        for (const [channel, number] of [['TIN', '12345678-0001'], ['CAC', 'RC123456'], ['PHONE', '+2348031234567']] as const) expect((await lookUpTax(channel, number)).outcome).toBe('unsupported');
        return;
      }
      expect(await lookUpTax('TIN', '12345678-0001')).toMatchObject({ outcome: 'found', taxpayerName: expect.stringMatching(/./), tin: '12345678-0001' });
      expect((await lookUpTax('CAC', 'RC123456')).outcome).toBe('found');
      expect((await lookUpTax('PHONE', '+2348031234567')).outcome).toBe(lacks('taxes by phone') ? 'unsupported' : 'found');
      expect((await lookUpTax('TIN', '0000000001')).outcome).toBe('not_found');
      expect((await lookUpTax('TIN', '0000000005')).outcome).toBe('unavailable');
    });

    test.each(['BN123456', 'IT123456', 'LP123456'])('%s is asked with its register, or not at all: RC123456 is another company', async (number) => {
      const { provider, wire } = candidate;
      const before = wire?.standIn.calls.length ?? 0;
      const answer = await provider.lookUpTax({ channel: 'CAC', number, reference: 'ref-5' }, never);
      expect(answer.outcome).toBe(lacks('taxes') || lacks('registers') ? 'unsupported' : 'found');
      const asked = wire?.standIn.calls.slice(before) ?? [];
      expect(asked).toHaveLength(answer.outcome === 'found' && wire !== undefined ? 1 : 0);
      for (const call of asked) expect(JSON.stringify(call)).toContain(number);
    });
  });
}

/** Replies that say nothing about anybody. Each provider adds those of its own form. */
const noise: readonly [string, number, string, Record<string, string>?][] = [
  ['a server error', 500, '{"error":"oops","message":"oops","status":false}'],
  ['a gateway that gave up', 504, ''],
  ['an empty wallet', 402, '{"error":"Your balance is low","message":"low","status":false}'],
  ['a forbidden call', 403, '{"error":"Forbidden","message":"Forbidden","status":false}'],
  ['too many calls', 429, '{"error":"Too many requests","message":"slow down","status":false}'],
  ['a page instead of JSON', 200, '<html>maintenance</html>', { 'Content-Type': 'text/html' }],
  ['a page that says it is JSON', 200, '<html>maintenance</html>'],
  ['JSON that is cut off', 200, '{"entity":{"first_name":"TUN'],
  ['JSON of another content type', 200, '{"entity":{"first_name":"TUNDE"}}', { 'Content-Type': 'text/plain' }],
  ['nothing', 200, ''],
  ['no object', 200, '"ok"'],
  ['an empty object', 200, '{}'],
  ['more bytes than a record can have', 200, JSON.stringify({ photo: 'A'.repeat(5_000_000) })],
];

/** Registers what every provider behind HTTP must survive. */
export function describeIdentityWire(name: string, start: () => Promise<Candidate>): void {
  describe(`${name} on the wire`, () => {
    let candidate: Candidate;
    let wire: NonNullable<Candidate['wire']>;
    beforeAll(async () => {
      candidate = await start();
      if (candidate.wire === undefined) throw new Error('no wire');
      wire = candidate.wire;
    });
    afterAll(() => candidate.close());
    const lookUp = (provider: IdentityProvider = candidate.provider, number: string = specimen.bvn) => provider.lookUp({ ...question, registry: 'bvn', number }, never);

    test.each(noise)('%s is trouble, never a verdict', async (_, status, body, headers) => {
      wire.standIn.answerNext(status, body, headers);
      expect((await lookUp()).outcome).toBe('unavailable');
      wire.standIn.answerNext(status, body, headers);
      expect((await candidate.provider.compareFace({ registry: 'nin', number: specimen.nin, picture, ...question }, never)).outcome).toBe('unavailable');
      expect((await lookUp()).outcome).toBe('found');
    });

    test('a redirect is not followed, so that secrets go nowhere else', async () => {
      await lookUp();
      const before = wire.standIn.calls.length;
      wire.standIn.answerNext(302, '', { Location: `${wire.standIn.baseUrl}/elsewhere` });
      expect((await lookUp()).outcome).toBe('unavailable');
      expect(wire.standIn.calls.length).toBe(before + 1);
    });

    test('silence ends with the time-out', async () => {
      const hasty = wire.at(wire.standIn.baseUrl, 100);
      expect(await lookUp(hasty, '00000000006')).toEqual({ outcome: 'unavailable', detail: 'timeout' });
    });

    test('a closed door is trouble', async () => {
      const gone = await start();
      await gone.close();
      expect(await lookUp(wire.at(gone.wire?.standIn.baseUrl ?? ''))).toMatchObject({ outcome: 'unavailable', detail: expect.stringMatching(/connection failed$/) });
    });

    test('an address may end in a slash', async () => {
      expect((await lookUp(wire.at(`${wire.standIn.baseUrl}/`))).outcome).toBe('found');
    });

    test('trouble tells neither the number nor the names', async () => {
      wire.standIn.answerNext(500, JSON.stringify({ message: `${specimen.bvn} ${specimen.lastName}` }));
      const answer = await lookUp();
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${specimen.bvn}|${specimen.lastName}`, 'i'));
    });
  });
}
