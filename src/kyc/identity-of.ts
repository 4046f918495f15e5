import { adaptersOf, type Context } from '#src/context.ts';
import type { RouteRequest } from '#src/http/route.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';

/** The identity provider for a request: that of its environment, and in live the shadow behind it where one is configured. */
export function identityOf(ctx: Context, { caller, requestId }: RouteRequest): IdentityProvider {
  const { tenantId, environment } = caller;
  const provider = adaptersOf(ctx, environment).identity;
  return environment === 'sandbox' || ctx.identityShadow === null ? provider : ctx.identityShadow.beside(provider, { tenantId, requestId });
}
