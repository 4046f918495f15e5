import type { GaugeSource } from '#src/http/metrics.ts';
import { assertNever } from '#src/lib/assert.ts';
import type { ProviderHealth } from './providers/identity-provider.ts';
import type { Shadow } from './shadow.ts';

/** What /metrics tells about identity providers. Counted by this process: each has its own experience with them. */
export function identityGauges(health: () => readonly ProviderHealth[], shadow: Shadow | null): GaugeSource[] {
  const gauges: GaugeSource[] = [{
    name: 'openteller_identity_provider_up',
    help: 'By kind of question: 1 while the provider is asked, 0 while it rests after repeated trouble, 0.5 while one question tries it.',
    labelNames: ['provider', 'question'],
    read: async () => health().map(({ provider, question, state }) => ({ labels: { provider, question }, value: levelOf(state) })),
  }];
  if (shadow === null) return gauges;
  return [...gauges, {
    name: 'openteller_identity_shadow_left_out',
    help: 'Questions that were not put to the shadow provider since the start, because too many were waiting.',
    labelNames: [],
    read: async () => [{ labels: {}, value: shadow.leftOut() }],
  }];
}

function levelOf(state: ProviderHealth['state']): number {
  switch (state) {
    case 'closed':
      return 1;
    case 'half_open':
      return 0.5;
    case 'open':
      return 0;
    default:
      return assertNever(state);
  }
}
