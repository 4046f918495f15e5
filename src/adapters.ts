/** Chooses the adapters of each environment. The only place that knows which is which. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { Adapters, Environment, OtpPolicy } from './context.ts';
import { createLocalReader } from './documents/local-reader.ts';
import type { DocumentReader } from './kyc/document-reader.ts';
import { dojahProvider } from './kyc/providers/dojah.ts';
import { failover, failoverDefaults } from './kyc/providers/failover.ts';
import type { IdentityProvider, ProviderHealth } from './kyc/providers/identity-provider.ts';
import { premblyProvider } from './kyc/providers/prembly.ts';
import { qoreIdProvider } from './kyc/providers/qoreid.ts';
import { assertNever } from './lib/assert.ts';
import type { IdentityConfig, LiveConfig } from './live-config.ts';
import { createInboxSender } from './otp/senders/inbox-sender.ts';
import { createTermiiSender } from './otp/senders/termii.ts';
import { createSimulatedRail } from './sandbox/rail-simulator/adapter.ts';
import { createRailSimulator, type RailSimulator } from './sandbox/rail-simulator/simulator.ts';
import { registrySimulator } from './sandbox/registry-simulator/adapter.ts';
import { createEasyPayRail } from './transfers/rails/easypay.ts';
import type { Rail } from './transfers/rails/rail.ts';

const monotonicMs = (): number => performance.now();

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

export type OpenAdapters = {
  adapters: Readonly<Record<Environment, Adapters | null>>;
  documents: DocumentReader;
  /** Asked beside live's providers and deciding nothing; null: nobody. */
  identityShadow: IdentityProvider | null;
  /** How live's identity providers stand now; empty without live. */
  identityHealth(): ProviderHealth[];
  simulator: RailSimulator;
  close(): Promise<void>;
};

/** `onHealth` hears when an identity provider is passed over, and when it is asked again. */
export async function openAdapters(config: Config, live: LiveConfig | null, onHealth?: (health: ProviderHealth) => void): Promise<OpenAdapters> {
  const simulator = await createRailSimulator({
    directory: config.sandboxRailDirectory,
    now: Date.now,
    random: Math.random,
    delay: (milliseconds) => delay(milliseconds),
  });
  const rail = config.sandboxRailUrl === null ? createSimulatedRail(simulator) : distantSimulator(config, config.sandboxRailUrl);
  const sandbox: Adapters = { rail, identity: registrySimulator(), messages: createInboxSender() };
  const identity = live === null ? null : failover(live.identity.map(identityProvider), { ...failoverDefaults, nowMs: monotonicMs, ...(onHealth === undefined ? {} : { onChange: onHealth }) });
  const documents = createLocalReader(config.documentProcesses === null ? {} : { size: config.documentProcesses });
  return {
    adapters: { sandbox, live: live === null || identity === null ? null : liveAdapters(config, live, identity) },
    documents,
    identityShadow: live?.identityShadow == null ? null : identityProvider(live.identityShadow),
    identityHealth: () => identity?.health() ?? [],
    simulator,
    close: async () => {
      await Promise.all([documents.close(), simulator.close()]);
    },
  };
}

/**
 * The simulator as a program of its own, spoken to as to the real switch. It takes any credentials, credits a reference
 * once at most, and knows at once what became of a payment, so it is asked sooner than a switch is.
 */
function distantSimulator(config: Config, baseUrl: string): Rail {
  const nobody = { clientId: 'sandbox', clientSecret: 'sandbox', apiKey: 'sandbox', billerId: 'sandbox', mandateReferenceNumber: 'sandbox', transactionLocation: '6.43,3.42', bankVerificationNumber: '22222222222', kycLevel: '3' };
  const rail = createEasyPayRail({ ...nobody, baseUrl, sourceInstitutionCode: config.operator.nipCode, channelCode, dedupes: true }, monotonicMs);
  return { ...rail, name: 'simulator', queryScheduleSeconds: [1, 2, 4, 8, 15, 30, 60] };
}

function liveAdapters(config: Config, live: LiveConfig, identity: IdentityProvider): Adapters {
  return {
    rail: createEasyPayRail({ ...live.easypay, sourceInstitutionCode: config.operator.nipCode, channelCode }, monotonicMs),
    identity,
    messages: createTermiiSender(live.termii),
  };
}

function identityProvider(config: IdentityConfig): IdentityProvider {
  switch (config.name) {
    case 'dojah':
      return dojahProvider(config);
    case 'prembly':
      return premblyProvider(config);
    case 'qoreid':
      return qoreIdProvider(config, monotonicMs);
    default:
      return assertNever(config);
  }
}
