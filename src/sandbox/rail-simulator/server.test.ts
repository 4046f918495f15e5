import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEasyPayRail } from '#src/transfers/rails/easypay.ts';
import { railContract, sampleInstruction } from '#src/transfers/rails/rail-contract.ts';
import type { Rail } from '#src/transfers/rails/rail.ts';
import { startRailServer } from './server.ts';
import type { RailServer } from './server.ts';
import { createSimulatorHarness, creditsOf } from './simulated-rail-harness.ts';
import type { RailSimulator } from './simulator.ts';

function easyPayTo(url: string, settings: { nowMs?: () => number } = {}): Rail {
  const config = {
    baseUrl: url,
    clientId: 'client',
    clientSecret: 'secret',
    apiKey: 'key',
    sourceInstitutionCode: '000034',
    channelCode: '7',
    mandateReferenceNumber: 'RC1/1/1',
    billerId: '00000000-0000-4000-8000-000000000000',
    transactionLocation: '6.45,3.39',
    bankVerificationNumber: '00000000000',
    kycLevel: '3',
  };
  return createEasyPayRail(config, settings.nowMs ?? (() => performance.now()));
}

async function startServer() {
  const harness = createSimulatorHarness();
  const simulator = await harness.open();
  const server = await startRailServer({
    simulator, faults: harness.faults, nowMs: () => performance.now(), port: 0,
  });
  const close = async (): Promise<void> => {
    await server.close();
    await simulator.close();
    harness.remove();
  };
  return { harness, simulator, server, close };
}

railContract('EasyPay against the simulator over HTTP', async () => {
  const { harness, simulator, server, close } = await startServer();
  const rail = easyPayTo(server.url);
  // A token in hand: trouble of the wire is then trouble of the call itself.
  await rail.institutions?.(AbortSignal.timeout(5_000));
  return { rail, suffer: harness.suffer, creditsOf: (railRef) => creditsOf(simulator, railRef), close };
});

describe('the rail simulator over HTTP', () => {
  let server: RailServer;
  let simulator: RailSimulator;
  let close: () => Promise<void>;
  const signal = AbortSignal.timeout(30_000);
  const control = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${server.url}/simulator/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { status: response.status, body: await response.json() };
  };

  beforeEach(async () => {
    ({ server, simulator, close } = await startServer());
  });
  afterEach(async () => {
    await close();
  });

  it('refuses calls without a token and paths it does not have', async () => {
    const refused = await fetch(`${server.url}/nipservice/v1/nip/tsq`, { method: 'POST', body: '{}' });
    expect([refused.status, await refused.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const unknown = await fetch(`${server.url}/nipservice/v1/nip/fundtransfer`, { method: 'POST', body: '{}' });
    expect([unknown.status, await unknown.json()]).toEqual([404, { message: 'no Route matched with those values' }]);
  });

  it('lists its institutions', async () => {
    const members = await easyPayTo(server.url).institutions?.(signal);
    expect(members).toContainEqual({ nipCode: '000014', name: 'ACCESS BANK', category: '2' });
    expect(members).toContainEqual({ nipCode: '090405', name: 'MONIEPOINT MICROFINANCE BANK', category: '9' });
  });

  it('lists one more and one less on request, and takes no other request for that', async () => {
    const rail = easyPayTo(server.url);
    const before = (await rail.institutions?.(signal))?.length ?? 0;
    expect(await control('PUT', 'institutions', { add: [{ nipCode: '090999', name: 'LATECOMER MFB' }], without: ['000014', '000013'] })).toMatchObject({ status: 200 });
    const after = await rail.institutions?.(signal);
    expect(after).toHaveLength(before - 1);
    expect(after).toContainEqual({ nipCode: '090999', name: 'LATECOMER MFB', category: '11' });
    expect(after?.some(({ nipCode }) => nipCode === '000014')).toBe(false);
    for (const wrong of [[], { add: [{ nipCode: '1', name: 'SHORT' }] }, { without: [14] }, { instead: [] }]) {
      expect(await control('PUT', 'institutions', wrong)).toMatchObject({ status: 400 });
    }
    expect(await rail.institutions?.(signal)).toEqual(after);
  });

  it('lets a revoked token be replaced without a caller noticing', async () => {
    const rail = easyPayTo(server.url);
    expect(await rail.send(sampleInstruction(), signal)).toMatchObject({ verdict: 'success' });
    await control('POST', 'revoke-tokens');
    expect(await rail.send(sampleInstruction(), signal)).toMatchObject({ verdict: 'success' });
  });

  it('refuses amounts outside the rail\'s limits, and credits the exact kobo within them', async () => {
    const rail = easyPayTo(server.url);
    expect(await rail.send(sampleInstruction({ amountKobo: 99n }), signal)).toMatchObject({ verdict: 'reject', responseCode: '13' });
    expect(await rail.send(sampleInstruction({ amountKobo: 1_000_000_001n }), signal)).toMatchObject({ verdict: 'reject', responseCode: '13' });
    const instruction = sampleInstruction({ amountKobo: 999_999_999n });
    await rail.send(instruction, signal);
    expect([...simulator.credits()]).toMatchObject([{ railRef: instruction.railRef, amountKobo: 999_999_999n }]);
  });

  it('settles and gives back a payment on request, once', async () => {
    const rail = easyPayTo(server.url);
    const instruction = sampleInstruction({ beneficiaryAccountNumber: '0000000009' });
    const { railRef } = instruction;
    await rail.send(instruction, signal);
    expect(await control('POST', 'return', { railRef })).toEqual({ status: 200, body: { done: false } });
    expect(await control('POST', 'settle', { railRef, verdict: 'success' })).toEqual({ status: 200, body: { done: true } });
    expect(await control('POST', 'settle', { railRef, verdict: 'reject' })).toEqual({ status: 200, body: { done: false } });
    expect(await rail.query(railRef, signal)).toMatchObject({ verdict: 'success' });
    expect(await control('POST', 'return', { railRef, reason: 'closed account' })).toEqual({ status: 200, body: { done: true } });
    expect(await control('GET', 'returns?after=0')).toMatchObject({ body: { cursor: '1', items: [{ railRef, reason: 'closed account' }] } });
    expect(await control('GET', 'credits')).toMatchObject({ body: [{ railRef, amountKobo: '125050', returned: true }] });
  });

  it('takes a mix of faults, and refuses one it does not know', async () => {
    expect(await control('PUT', 'faults', { outage: 1 })).toMatchObject({ status: 200 });
    expect(await easyPayTo(server.url).send(sampleInstruction(), signal)).toMatchObject({ verdict: 'indeterminate', detail: 'http_503' });
    for (const wrong of [{ outage: 2 }, { earthquake: 1 }, 7, [1]]) {
      expect(await control('PUT', 'faults', wrong)).toMatchObject({ status: 400 });
    }
  });
});
