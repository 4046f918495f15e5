import type { Context } from '#src/context.ts';
import type { SessionCookie } from '#src/http/session-cookie.ts';
import type { OperatorSources } from './operator-context.ts';
import type { Tries } from './tries.ts';

/** What the verbs of the dashboard are handed. */
export type DashboardContext = Pick<Context, 'config' | 'db' | 'ids' | 'keyring' | 'adapters'> & Pick<OperatorSources, 'furnishSandbox'> & { cookie: SessionCookie; tries: Tries };
