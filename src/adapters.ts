/** Chooses the adapters of each environment. The only place that knows which is which. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Adapters, Environment, OtpPolicy } from './context.ts';
import { dojahProvider } from './kyc/providers/dojah.ts';
import type { LiveConfig } from './live-config.ts';
import { createInboxSender } from './otp/senders/inbox-sender.ts';
import { createTermiiSender } from './otp/senders/termii.ts';
import { createSimulatedRail } from './sandbox/rail-simulator/adapter.ts';
import { createRailSimulator, type RailSimulator } from './sandbox/rail-simulator/simulator.ts';
import { registrySimulator } from './sandbox/registry-simulator/adapter.ts';
import { createEasyPayRail } from './transfers/rails/easypay.ts';

/** NIP channel of an API platform: third-party payment platform. */
const channelCode = '7';

export const otpPolicies: Readonly<Record<Environment, OtpPolicy>> = {
  sandbox: { fixedCode: '123456', budgets: null },
  live: {
    fixedCode: null,
    budgets: {
      customer: [{ windowSeconds: 15 * 60, codes: 10 }, { windowSeconds: 24 * 3600, codes: 50 }],
      collection: [{ windowSeconds: 15 * 60, codes: 120 }],
    },
  },
};

export type OpenAdapters = { adapters: Readonly<Record<Environment, Adapters | null>>; simulator: RailSimulator; close(): Promise<void> };

export async function openAdapters(config: Config, live: LiveConfig | null): Promise<OpenAdapters> {
  const simulator = await createRailSimulator({
    directory: join(config.dataDir, 'rail-simulator'),
    now: Date.now,
    random: Math.random,
    delay: (milliseconds) => delay(milliseconds),
  });
  const sandbox: Adapters = { rail: createSimulatedRail(simulator), identity: registrySimulator(), messages: createInboxSender() };
  return { adapters: { sandbox, live: live === null ? null : liveAdapters(config, live) }, simulator, close: () => simulator.close() };
}

function liveAdapters(config: Config, live: LiveConfig): Adapters {
  return {
    rail: createEasyPayRail({ ...live.easypay, sourceInstitutionCode: config.operator.nipCode, channelCode }, Date.now),
    identity: dojahProvider(live.dojah),
    messages: createTermiiSender(live.termii),
  };
}
