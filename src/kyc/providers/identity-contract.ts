/** What every identity provider must do, whatever its wire format: run against the simulator and against Dojah's stand-in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentQuery, IdentityProvider, RegistryQuery } from './identity-provider.ts';

/** A person who does not exist, behind every number that is not reserved. */
export const specimen = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', dateOfBirth: '1990-01-15', bvn: '22200000001', nin: '70000000001', passport: 'A01234567' };

export type Candidate = {
  provider: IdentityProvider;
  /** How this candidate is brought to see a document so: the reserved number, or the picture. */
  document(kind: 'fine' | 'blurred' | 'other_number' | 'stranger' | 'faceless' | 'down'): Pick<DocumentQuery, 'documentNumber' | 'image'>;
  close(): Promise<void>;
};

const never = new AbortController().signal;
const { firstName, lastName, otherName, dateOfBirth } = specimen;
const question = { claims: { firstName, lastName, otherName, dateOfBirth }, reference: 'ref-1' };
const picture = Buffer.from('selfie');

/** Registers the suite for one candidate. */
export function describeIdentityProvider(name: string, start: () => Promise<Candidate>): void {
  describe(`${name} as identity provider`, () => {
    let candidate: Candidate;
    beforeAll(async () => {
      candidate = await start();
    });
    afterAll(() => candidate.close());
    const lookUp = (query: Pick<RegistryQuery, 'registry' | 'number' | 'linkedNin'>) => candidate.provider.lookUp({ ...question, ...query }, never);

    test.each([['bvn', specimen.bvn], ['nin', specimen.nin]] as const)('finds the record behind a %s, with the birth date as YYYY-MM-DD', async (registry, number) => {
      const answer = await lookUp({ registry, number });
      expect(answer).toMatchObject({ outcome: 'found', record: { dateOfBirth, watchListed: false }, providerReference: expect.stringMatching(/./) });
      if (answer.outcome !== 'found') throw new Error('not found');
      expect(`${answer.record.firstName} ${answer.record.otherName} ${answer.record.lastName}`.toLowerCase()).toBe('tunde chukwuma adeyemi');
    });

    test('says which NIN a BVN is linked to', async () => {
      expect(await lookUp({ registry: 'bvn', number: specimen.bvn, linkedNin: specimen.nin })).toMatchObject({ outcome: 'found', record: { nin: specimen.nin } });
      const other = await lookUp({ registry: 'bvn', number: '00000000008', linkedNin: specimen.nin });
      expect(other).toMatchObject({ outcome: 'found', record: { nin: expect.not.stringMatching(specimen.nin) } });
    });

    test('tells an unknown number from a provider in trouble', async () => {
      expect((await lookUp({ registry: 'bvn', number: '00000000001' })).outcome).toBe('not_found');
      expect((await lookUp({ registry: 'bvn', number: '00000000005' })).outcome).toBe('unavailable');
    });

    test('reports other names, another birth date and the watch list, and judges none of them', async () => {
      expect(await lookUp({ registry: 'bvn', number: '00000000002' })).toMatchObject({ outcome: 'found', record: { lastName: expect.not.stringMatching(/adeyemi/i), dateOfBirth } });
      expect(await lookUp({ registry: 'bvn', number: '00000000003' })).toMatchObject({ outcome: 'found', record: { dateOfBirth: expect.not.stringMatching(dateOfBirth) } });
      expect(await lookUp({ registry: 'bvn', number: '00000000004' })).toMatchObject({ outcome: 'found', record: { watchListed: true } });
    });

    test('stops listening when the signal aborts', async () => {
      const controller = new AbortController();
      const asked = candidate.provider.lookUp({ ...question, registry: 'bvn', number: '00000000006' }, controller.signal);
      controller.abort(new Error('enough'));
      await expect(asked).rejects.toThrow('enough');
      await expect(candidate.provider.lookUp({ ...question, registry: 'bvn', number: specimen.bvn }, controller.signal)).rejects.toThrow('enough');
    });

    test('compares a face with the photo behind a number', async () => {
      const compare = (number: string) => candidate.provider.compareFace({ registry: 'bvn', number, picture, reference: 'ref-2' }, never);
      const same = await compare(specimen.bvn);
      const other = await compare('00000000009');
      if (same.outcome !== 'compared' || other.outcome !== 'compared') throw new Error('not compared');
      expect(same.matched).toBe(true);
      expect(same.score).toBeGreaterThanOrEqual(same.threshold);
      expect(other.matched).toBe(false);
      expect(other.score).toBeLessThan(other.threshold);
      expect((await compare('00000000005')).outcome).toBe('unavailable');
      expect((await compare('00000000001')).outcome).toBe('not_found');
    });

    test('reads a document, and looks at faces only when a selfie was sent', async () => {
      const read = (kind: Parameters<Candidate['document']>[0], selfie?: Uint8Array) =>
        candidate.provider.readDocument({ docType: 'IP', reference: 'ref-3', ...candidate.document(kind), ...(selfie === undefined ? {} : { selfie }) }, never);
      expect(await read('fine')).toMatchObject({ outcome: 'read', numberMatches: true, face: null });
      expect(await read('fine', picture)).toMatchObject({ outcome: 'read', numberMatches: true, face: { matched: true } });
      expect(await read('other_number')).toMatchObject({ outcome: 'read', numberMatches: false });
      expect(await read('stranger', picture)).toMatchObject({ outcome: 'read', face: { matched: false } });
      expect((await read('faceless', picture)).outcome).toBe('no_face');
      expect((await read('blurred')).outcome).toBe('unreadable');
      expect((await read('down')).outcome).toBe('unavailable');
    });

    test('finds the taxpayer behind a tax number or a registration number', async () => {
      const lookUpTax = (channel: 'TIN' | 'CAC', number: string) => candidate.provider.lookUpTax({ channel, number, reference: 'ref-4' }, never);
      expect(await lookUpTax('TIN', '12345678-0001')).toMatchObject({ outcome: 'found', taxpayerName: expect.stringMatching(/./), tin: '12345678-0001' });
      expect((await lookUpTax('CAC', 'RC123456')).outcome).toBe('found');
      expect((await lookUpTax('TIN', '0000000001')).outcome).toBe('not_found');
      expect((await lookUpTax('TIN', '0000000005')).outcome).toBe('unavailable');
    });
  });
}
