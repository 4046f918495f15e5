import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transferScenarioNames } from '#src/transfers/rails/scenario-names.ts';
import { createSimulatorHarness, creditsOf } from './simulated-rail-harness.ts';
import type { SimulatorHarness } from './simulated-rail-harness.ts';
import type { FaultMix } from './faults.ts';
import type { SimulatedTransfer } from './simulator.ts';

const transfer = (railRef: string, scenario?: string): SimulatedTransfer => ({
  railRef,
  amountKobo: 5_000n,
  beneficiaryAccountNumber: '0123456789',
  narration: '',
  ...(scenario === undefined ? {} : { scenario }),
});

describe('the rail simulator', () => {
  let harness: SimulatorHarness;
  beforeEach(() => {
    harness = createSimulatorHarness();
  });
  afterEach(() => harness.remove());

  it('remembers a pending payment over a restart, and whether it was asked about', async () => {
    const first = await harness.open();
    await first.send(transfer('a', 'pending_then_success'));
    await first.close();
    const second = await harness.open();
    expect(await second.query('a')).toMatchObject({ responseCode: '09' });
    await second.close();
    const third = await harness.open();
    expect(await third.query('a')).toMatchObject({ responseCode: '00' });
    await third.close();
  });

  it('remembers over a restart that money has to go back', async () => {
    const first = await harness.open();
    await first.send(transfer('a', 'reversed_later'));
    await first.close();
    harness.clock.nowMs += 60_000;
    const second = await harness.open();
    expect(await second.returns(0, 10)).toMatchObject([{ railRef: 'a' }]);
    expect(await second.returns(1, 10)).toEqual([]);
    await second.close();
  });

  it('credits once when two processes receive the same payment at the same moment', async () => {
    const [one, two] = [await harness.open(1), await harness.open(2)];
    for (let round = 0; round < 50; round += 1) {
      const railRef = `r${round}`;
      const replies = await Promise.all([one.send(transfer(railRef)), two.send(transfer(railRef))]);
      const codes = replies.map((reply) => (reply.kind === 'answer' ? reply.responseCode : reply.kind));
      expect(codes.toSorted()).toEqual(['00', '94']);
      expect([creditsOf(one, railRef), creditsOf(two, railRef)]).toEqual([1, 1]);
    }
    await one.close();
    await two.close();
  });

  it('stays pending until it is settled, once', async () => {
    const simulator = await harness.open();
    await simulator.send(transfer('a', 'stays_pending'));
    for (let asked = 0; asked < 3; asked += 1) expect(await simulator.query('a')).toMatchObject({ responseCode: '09' });
    expect(await simulator.settle('a', 'reject')).toBe(true);
    expect(await simulator.settle('a', 'success')).toBe(false);
    expect(await simulator.settle('unknown', 'success')).toBe(false);
    expect(await simulator.query('a')).toMatchObject({ responseCode: '05' });
    expect(creditsOf(simulator, 'a')).toBe(0);
    await simulator.close();
  });

  it('gives the same account the same name', async () => {
    const simulator = await harness.open();
    const nameOf = async (bankCode: string, accountNumber: string): Promise<unknown> => {
      const reply = await simulator.enquire({ bankCode, accountNumber });
      return reply.kind === 'answer' ? reply.accountName : reply.kind;
    };
    expect(await nameOf('000014', '0123456789')).toBe(await nameOf('000014', '0123456789'));
    expect(await nameOf('000014', '0123456789')).not.toBe(await nameOf('000013', '0123456789'));
    await simulator.close();
  });

  it.each<[FaultMix, string, number]>([
    [{ in_progress: 1 }, '09', 1],
    [{ duplicate_reply: 1 }, '94', 1],
    [{ late_rejection: 1 }, '09', 0],
  ])('under %j answers %s and credits %i', async (mix, responseCode, credits) => {
    const simulator = await harness.open();
    harness.faults.set(mix);
    expect(await simulator.send(transfer('a'))).toMatchObject({ responseCode });
    harness.faults.set({});
    await simulator.query('a');
    expect(await simulator.query('a')).toMatchObject({ responseCode: credits === 1 ? '00' : '05' });
    expect(creditsOf(simulator, 'a')).toBe(credits);
    await simulator.close();
  });

  it('may deny in a query what it has credited, and never changes it by that', async () => {
    const simulator = await harness.open();
    await simulator.send(transfer('a'));
    harness.faults.set({ query_not_found: 1 });
    expect(await simulator.query('a')).toMatchObject({ responseCode: '25' });
    harness.faults.set({ query_in_progress: 1 });
    expect(await simulator.query('a')).toMatchObject({ responseCode: '09' });
    harness.faults.set({});
    expect(await simulator.query('a')).toMatchObject({ responseCode: '00' });
    await simulator.close();
  });

  it('answers every scenario, and credits as each one says', async () => {
    const simulator = await harness.open();
    for (const scenario of transferScenarioNames) await simulator.send(transfer(scenario, scenario));
    for (const scenario of transferScenarioNames) await simulator.query(scenario);
    expect(Array.from(simulator.credits(), ({ railRef }) => railRef)).toEqual([
      'success', 'slow', 'pending_then_success', 'reply_lost', 'reversed_later',
    ]);
    await simulator.close();
  });
});
