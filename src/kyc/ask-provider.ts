import { fail } from '#src/errors.ts';
import type { RouteRequest } from '#src/http/route.ts';
import { canonicalJson, sha256 } from '#src/lib/canonical.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';

/** Above the adapters' own ten seconds, and well inside the minute a requestId stays taken. */
const patienceMs = 15_000;

/** Waits for a provider, but not for ever: what has not answered by then is unavailable. */
export async function askProvider<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | { outcome: 'unavailable'; detail: string }> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await call(signal);
  } catch (error) {
    if (signal.aborted) return { outcome: 'unavailable', detail: 'timeout' };
    throw error;
  }
}

export const scenarioHeader = {
  'X-Scenario': 'Sandbox only: the result to simulate, such as not_found, name_mismatch or provider_down. It wins over reserved numbers. Ignored at the live root.',
} as const;

/**
 * What every question to a provider carries: our reference, the same whenever this request is repeated, and the sandbox
 * scenario. @throws Failure invalid_field for a scenario the provider does not know
 */
export function questionOf(provider: IdentityProvider, request: RouteRequest): { reference: string; scenario?: string } {
  const reference = sha256(`${request.caller.tenantId} ${request.requestId}`).toString('hex').slice(0, 32);
  const scenario = request.headers['x-scenario']?.trim().toLowerCase();
  if (scenario === undefined || provider.scenarios.length === 0) return { reference };
  if (provider.scenarios.includes(scenario)) return { reference, scenario };
  throw fail('invalid_field', {
    field: '/headers/X-Scenario',
    message: `X-Scenario must be one of ${provider.scenarios.join(', ')}.`,
    fix: 'Send one of the listed names, or leave the header out.',
  });
}

/**
 * The input of a request for its fingerprint, under the tenant's key. A plain hash would give a BVN or NIN away to whoever
 * reads the table and tries all eleven digits.
 */
export function keyedInput(keys: TenantKeys, input: unknown): string {
  return keys.index('request.input', canonicalJson(input)).toString('hex');
}
