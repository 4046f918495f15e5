import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import type { RouteRequest } from '#src/http/route.ts';
import { canonicalJson, sha256 } from '#src/lib/canonical.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';

/** Above the adapters' own ten seconds, and well inside the minute a requestId stays taken. */
const patienceMs = 15_000;

/** Waits for a provider, but not for ever: what has not answered by then is unavailable. */
export async function askProvider<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | { outcome: 'unavailable'; detail: string }> {
  return withDeadline(patienceMs, async (signal) => {
    try {
      return await call(signal);
    } catch (error) {
      if (signal.aborted) return { outcome: 'unavailable', detail: 'timeout' };
      throw error;
    }
  });
}

/** The headers of every route that checks an identity: the reference of a consent, and the results the sandbox's registry knows. */
export function checkHeaders(ctx: Context): Readonly<Record<string, string>> {
  const names = Object.keys(ctx.adapters.sandbox?.identity.scenarios ?? {});
  return {
    'X-Consent': 'Your own reference of the consent the person gave, kept with the check: 1 to 128 of letters, digits and . _ : / -',
    'X-Scenario': `Sandbox only: the result to bring about, one of ${names.join(', ')}. It wins over a reserved number (a BVN, NIN or TIN that starts with nine zeros; its last digit picks).`,
  };
}

/**
 * What every question to a provider carries: our reference, the same whenever this request is repeated, and the sandbox
 * scenario. Nobody is asked under a consent that cannot be kept.
 * @throws Failure invalid_field for a scenario the provider does not know, and for a consent of another form
 */
export function questionOf(provider: IdentityProvider, request: RouteRequest): { reference: string; scenario?: string } {
  consentOf(request);
  const reference = sha256(`${request.caller.tenantId} ${request.requestId}`).toString('hex').slice(0, 32);
  const scenario = request.headers['x-scenario']?.trim().toLowerCase();
  if (scenario === undefined || scenario === '' || provider.scenarios === undefined) return { reference };
  if (Object.hasOwn(provider.scenarios, scenario)) return { reference, scenario };
  throw fail('invalid_field', {
    message: 'X-Scenario names no known scenario.',
    fix: `Use one of: ${Object.keys(provider.scenarios).join(', ')}.`,
    details: { header: 'X-Scenario' },
  });
}

/** The reference of the consent that came with a request. @throws Failure invalid_field for one of another form */
export function consentOf({ headers }: Pick<RouteRequest, 'headers'>): string | null {
  const consent = headers['x-consent']?.trim();
  if (consent === undefined || consent === '') return null;
  if (/^[A-Za-z0-9._:/-]{1,128}$/.test(consent)) return consent;
  throw fail('invalid_field', {
    message: 'X-Consent must have 1 to 128 letters, digits and . _ : / -',
    fix: 'Send the reference under which you keep the consent, and nothing about the person.',
    details: { header: 'X-Consent' },
  });
}

/**
 * The input of a request for its fingerprint, under the tenant's key. A plain hash would give a BVN or NIN away to whoever
 * reads the table and tries all eleven digits.
 */
export function keyedInput(keys: TenantKeys, input: unknown): string {
  return keys.index('request.input', canonicalJson(input)).toString('hex');
}
