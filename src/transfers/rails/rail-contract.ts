/** Test support: what every rail must keep, whichever adapter speaks to it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectPresent } from '#src/lib/assert.ts';
import type { Institution, Rail, RailEvidence, TransferInstruction } from './rail.ts';

/** Trouble a harness can put between the adapter and its rail. `hang`: the rail never answers. */
export const railTroubles = ['outage', 'lost_request', 'lost_reply', 'junk_xml', 'junk_empty', 'hang'] as const;
/** Trouble with the content of the list of institutions alone. */
type ListTrouble = 'list_empty' | 'list_truncated';
export type RailTrouble = (typeof railTroubles)[number] | ListTrouble;

/** A rail with its back end: reserved accounts pick its results as the sandbox documents them. */
export type RailUnderTest = {
  rail: Rail;
  /** From now on every call suffers this; null: none. */
  suffer(trouble: RailTrouble | null): void;
  /** How often the back end's book credits this payment. */
  creditsOf(railRef: string): number;
  close(): Promise<void>;
};

const FOUND = '0123456789';
const account = (lastDigit: number): string => `000000001${lastDigit}`;
const patient = (): AbortSignal => AbortSignal.timeout(10_000);

let counter = 0;
const newId = (): string => `000034261231235959${String((counter += 1)).padStart(12, '0')}`;

/** An instruction with synthetic parties; what a test is about goes into `changes`. */
export function sampleInstruction(changes: Partial<TransferInstruction> = {}): TransferInstruction {
  return {
    railRef: newId(),
    amountKobo: 125_050n,
    sourceAccountNumber: '0099887766',
    sourceAccountName: 'ADA SAMPLE',
    beneficiaryAccountNumber: FOUND,
    beneficiaryAccountName: 'BAYO SAMPLE',
    beneficiaryBankCode: '000014',
    nameEnquiryRef: newId(),
    narration: 'rent',
    paymentReference: 'OT-1',
    endToEndId: 'E2E-1',
    initiatedAt: new Date('2026-01-02T03:04:05Z'),
    ...changes,
  };
}

export function railContract(name: string, makeRail: () => Promise<RailUnderTest>): void {
  describe(`${name} keeps the rail contract`, () => {
    let under: RailUnderTest;
    beforeEach(async () => {
      under = await makeRail();
    });
    afterEach(async () => {
      await under.close();
    });

    enquiryContract(() => under);
    transferContract(() => under);
    queryContract(() => under);
    troubleContract(() => under);
    institutionsContract(() => under);
  });
}

function enquiryContract(under: () => RailUnderTest): void {
  const enquire = (accountNumber: string, signal = patient()) =>
    under().rail.enquire({ sessionId: newId(), bankCode: '000014', accountNumber }, signal);

  it('finds a name, the same one each time, under a 30-digit id of the rail', async () => {
    const first = await enquire(FOUND);
    const second = await enquire(FOUND);
    expect(first).toMatchObject({ outcome: 'found', accountName: expect.stringMatching(/^[A-Z]+( [A-Z]+)+$/) });
    expect(first).toMatchObject({ sessionId: expect.stringMatching(/^\d{30}$/) });
    expect(second.outcome === 'found' && first.outcome === 'found' && second.accountName === first.accountName).toBe(true);
  });

  it('finds accounts whose number begins with zeros', async () => {
    expect(await enquire('0000012345')).toMatchObject({ outcome: 'found' });
  });

  it('tells an unknown account from a bank out of reach', async () => {
    expect(await enquire(account(1))).toEqual({ outcome: 'account_not_found', responseCode: '07' });
    expect(await enquire(account(2))).toEqual({ outcome: 'unavailable', responseCode: '91' });
  });

  it('answers unavailable, and never throws, whatever the wire does', async () => {
    for (const trouble of railTroubles) {
      under().suffer(trouble);
      expect(await enquire(FOUND, AbortSignal.timeout(200)), trouble).toMatchObject({ outcome: 'unavailable' });
    }
  });
}

function transferContract(under: () => RailUnderTest): void {
  it('credits once and says success', async () => {
    const instruction = sampleInstruction();
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'success', responseCode: '00' });
    expect(under().creditsOf(instruction.railRef)).toBe(1);
  });

  it('never credits the same railRef twice, nor calls the second sending a success or a refusal', async () => {
    const instruction = sampleInstruction();
    await under().rail.send(instruction, patient());
    const again = await under().rail.send(instruction, patient());
    expect(again.verdict).toBe('indeterminate');
    expect(under().creditsOf(instruction.railRef)).toBe(1);
  });

  it('credits once when the same railRef is sent twice at the same moment', async () => {
    const instruction = sampleInstruction();
    const both = await Promise.all([under().rail.send(instruction, patient()), under().rail.send(instruction, patient())]);
    expect(both.map((evidence) => evidence.verdict).toSorted()).toEqual(['indeterminate', 'success']);
    expect(under().creditsOf(instruction.railRef)).toBe(1);
  });

  it('says reject only for a payment that was not credited', async () => {
    const instruction = sampleInstruction({ beneficiaryAccountNumber: account(4) });
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'reject', responseCode: '05' });
    expect(under().creditsOf(instruction.railRef)).toBe(0);
  });

  it('takes a scenario from the narration', async () => {
    const instruction = sampleInstruction({ narration: 'Scenario:TRANSFER_REJECTED for a demo' });
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'reject' });
  });
}

function queryContract(under: () => RailUnderTest): void {
  const query = (railRef: string): Promise<RailEvidence> => under().rail.query(railRef, patient());

  it('answers not_found for a payment it never saw', async () => {
    expect(await query(newId())).toMatchObject({ verdict: 'not_found', responseCode: '25' });
  });

  it('finds a payment whose reply was lost', async () => {
    const instruction = sampleInstruction({ beneficiaryAccountNumber: account(7) });
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'indeterminate', responseCode: null });
    expect(await query(instruction.railRef)).toMatchObject({ verdict: 'success' });
    expect(under().creditsOf(instruction.railRef)).toBe(1);
  });

  it.each([
    [5, 'success', 1],
    [6, 'reject', 0],
  ] as const)('keeps a pending payment indeterminate until it is decided (account digit %i: %s)', async (digit, verdict, credits) => {
    const instruction = sampleInstruction({ beneficiaryAccountNumber: account(digit) });
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'indeterminate', responseCode: '09' });
    expect(await query(instruction.railRef)).toMatchObject({ verdict: 'indeterminate', responseCode: '09' });
    expect(await query(instruction.railRef)).toMatchObject({ verdict });
    expect(under().creditsOf(instruction.railRef)).toBe(credits);
  });

  it('calls a bank out of reach a refusal only once a query repeats it', async () => {
    const instruction = sampleInstruction({ beneficiaryAccountNumber: account(2) });
    expect(await under().rail.send(instruction, patient())).toMatchObject({ verdict: 'indeterminate', responseCode: '91' });
    expect(await query(instruction.railRef)).toMatchObject({ verdict: 'reject', responseCode: '91' });
  });
}

function troubleContract(under: () => RailUnderTest): void {
  it.each(railTroubles)('takes %s for no proof of anything, on a transfer and on a query', async (trouble) => {
    const instruction = sampleInstruction();
    under().suffer(trouble);
    const sent = await under().rail.send(instruction, AbortSignal.timeout(200));
    expect(sent).toMatchObject({ verdict: 'indeterminate', responseCode: null, detail: expect.stringMatching(/^[a-z0-9_]+$/) });
    expect(sent.notSent).toBeUndefined();
    if (trouble !== 'lost_reply') {
      expect(await under().rail.query(instruction.railRef, AbortSignal.timeout(200))).toMatchObject({ verdict: 'indeterminate', responseCode: null });
    }
    under().suffer(null);
    const truth = await under().rail.query(instruction.railRef, patient());
    expect(truth.verdict).toBe(under().creditsOf(instruction.railRef) === 1 ? 'success' : 'not_found');
  });

  it('sends nothing when it was told to stop before it began', async () => {
    const instruction = sampleInstruction();
    const stopped = AbortSignal.abort();
    expect(await under().rail.send(instruction, stopped)).toMatchObject({ verdict: 'indeterminate', notSent: true });
    expect(await under().rail.query(instruction.railRef, stopped)).toMatchObject({ verdict: 'indeterminate' });
    expect(under().creditsOf(instruction.railRef)).toBe(0);
  });
}

function institutionsContract(under: () => RailUnderTest): void {
  const list = (signal = patient()): Promise<readonly Institution[]> => expectPresent(under().rail.institutions, 'list of institutions')(signal);

  it('lists its members, each with six digits, a name and a category', async () => {
    const members = await list();
    expect(members.length).toBeGreaterThan(100);
    for (const member of members) {
      expect(member).toEqual({ nipCode: expect.stringMatching(/^\d{6}$/), name: expect.stringMatching(/\S/), category: expect.stringMatching(/^\d{1,2}$/) });
    }
    expect(members).toContainEqual(expect.objectContaining({ nipCode: '000014', name: 'ACCESS BANK' }));
  });

  it.each([...railTroubles, 'list_truncated'] as const)('gives no list rather than a part of one when it meets %s', async (trouble) => {
    under().suffer(trouble);
    await expect(list(AbortSignal.timeout(200))).rejects.toThrow('did not give its list');
    under().suffer(null);
    expect((await list()).length).toBeGreaterThan(100);
  });

  it('tells an empty list from none', async () => {
    under().suffer('list_empty');
    expect(await list()).toEqual([]);
  });
}
