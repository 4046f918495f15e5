import { describe, expect, it } from 'vitest';
import { railContract, sampleInstruction } from '#src/transfers/rails/rail-contract.ts';
import { createSimulatedRail } from './adapter.ts';
import { createSimulatorHarness, creditsOf } from './simulated-rail-harness.ts';

railContract('the simulator in process', async () => {
  const harness = createSimulatorHarness();
  const simulator = await harness.open();
  return {
    rail: createSimulatedRail(simulator),
    suffer: harness.suffer,
    creditsOf: (railRef) => creditsOf(simulator, railRef),
    close: async () => {
      await simulator.close();
      harness.remove();
    },
  };
});

describe('the feed of returns', () => {
  it('hands over each returned payment once per cursor, five seconds after its credit', async () => {
    const harness = createSimulatorHarness();
    const simulator = await harness.open();
    const rail = createSimulatedRail(simulator);
    const signal = AbortSignal.timeout(10_000);
    const instruction = sampleInstruction({ scenario: 'reversed_later' });
    expect(await rail.send(instruction, signal)).toMatchObject({ verdict: 'success' });
    expect(await rail.returns?.(null, signal)).toEqual({ cursor: '0', items: [] });

    harness.clock.nowMs += 5_000;
    const { railRef, amountKobo } = instruction;
    const item = { railRef, amountKobo, returnedAt: new Date(harness.clock.nowMs), reason: 'returned by the beneficiary bank' };
    expect(await rail.returns?.(null, signal)).toEqual({ cursor: '1', items: [item] });
    expect(await rail.returns?.('1', signal)).toEqual({ cursor: '1', items: [] });
    expect(await rail.returns?.('junk', signal)).toEqual({ cursor: '1', items: [item] });
    expect([...simulator.credits()]).toMatchObject([{ railRef, returned: true }]);
    await simulator.close();
    harness.remove();
  });
});
