/** Routes of the dashboard that look into one environment: `/environments/{environment}/…`, where a role has scopes as a credential has. */
import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { type Answer, type Caller, type DeclaredRoute, writingErrors } from '#src/http/route.ts';
import { type Session, type SessionRequest, type SessionRoute, sessionRoute } from '#src/http/session-route.ts';
import type { Permission } from '#src/organizations/permissions.ts';
import type { ScopeName } from '#src/organizations/scopes.ts';

export const environmentPath = '/environments/{environment}';
const environmentField = z.enum(['test', 'live']).describe('`test` is the sandbox.');

type Environment = Caller['environment'];

/** Who acts, as the verbs of the API know it: the member stands where a credential would. Personal numbers stay masked but where `unmasked`. */
export function callerIn(session: Session, environment: Environment, { unmasked = false } = {}): Caller {
  return {
    tenantId: session.tenants[environment],
    organizationId: session.organizationId,
    environment,
    credentialId: session.memberId,
    scopes: session.scopes[environment].filter((scope) => unmasked || scope !== 'customer:pii'),
  };
}

type Placed<Body = unknown, Params = unknown, Query = unknown> = Omit<SessionRequest<Body, Params, Query>, 'requestId'> & {
  caller: Caller;
  /** One is made for a call that reads and brought none. */
  requestId: string;
};

/** A scope, as the API's own calls ask for; or a permission, for what no credential may do. */
type Needed = { scope: ScopeName; permission?: never } | { permission: Permission; scope?: never };

type Definition = DeclaredRoute & Needed & {
  stepUp?: boolean | 'live';
  /** There is no such thing in live. */
  testOnly?: boolean;
  /** Shows BVN and NIN whole to a role that has `customer:pii`. */
  unmasked?: boolean;
  /** Counted against the member's budget of identity checks. */
  kyc?: boolean;
  handle(request: Placed): Promise<Answer>;
};

type Nothing = z.ZodObject<Record<never, never>>;

/** `path` stands below `environmentPath`. A call that changes something brings a requestId, as at the API. Inside `handle` the input has the schemas' types. */
export function environmentRoute<Body extends z.ZodType = z.ZodUndefined, Params extends z.ZodObject = Nothing, Query extends z.ZodObject = Nothing>(
  ids: Context['ids'],
  definition: Needed & Omit<Definition, keyof Needed | 'handle' | 'body' | 'params' | 'query'> & { body?: Body; params?: Params; query?: Query; handle(request: Placed<z.output<Body>, z.output<Params>, z.output<Query>>): Promise<Answer> },
): SessionRoute {
  return placed(ids, definition);
}

function placed(ids: Context['ids'], { scope, permission, testOnly = false, unmasked = false, handle, ...declared }: Definition): SessionRoute {
  const environment = testOnly ? environmentField.extract(['test']) : environmentField;
  return sessionRoute({
    ...declared,
    path: `${environmentPath}${declared.path}`,
    params: (declared.params ?? z.object({})).extend({ environment }),
    access: scope === undefined ? { permission } : { scope },
    errors: [...declared.errors, ...(declared.method === 'GET' ? [] : changingErrors)],
    handle: async (request) => {
      const { environment: named, ...params } = request.params;
      const caller = callerIn(request.session, named === 'test' ? 'sandbox' : 'live', { unmasked });
      return handle({ ...request, params, caller, requestId: requestIdOf(request, declared, ids) });
    },
  });
}

const changingErrors = ['missing_request_id', ...writingErrors] as const;

function requestIdOf({ requestId }: { requestId: string | undefined }, { method }: { method: string }, ids: Context['ids']): string {
  if (requestId !== undefined) return requestId;
  if (method === 'GET') return ids.newId('req');
  throw fail('missing_request_id');
}
