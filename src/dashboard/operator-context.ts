/** What signing up and the operator's console need and the dashboard does not own: handed in by src/app.ts. */
import type { Context } from '#src/context.ts';
import type { ReadTx } from '#src/db/database.ts';
import type { ProviderHealth } from '#src/kyc/providers/identity-provider.ts';
import type { SetLimit } from '#src/limits/own-limits.ts';
import type { LimitPolicies } from '#src/limits/policy.ts';
import type { chargeSchedules } from '#src/transfers/charges.ts';
import type { PendingTransfer } from '#src/transfers/late-transfers.ts';
import type { Volume } from '#src/transfers/volumes.ts';
import type { PendingFigure } from '#src/transfers/watch-deadlines.ts';
import type { DashboardContext } from './dashboard-context.ts';

export type OperatorSources = {
  /** Puts what the first calls need into a new sandbox; answers the number of an account with money on it. */
  furnishSandbox(tenantId: string, accountName: string): Promise<string>;
  policies: LimitPolicies;
  chargeSchedules: typeof chargeSchedules;
  pendingFigures(): Promise<PendingFigure[]>;
  institutionAges(): Promise<{ environment: 'sandbox' | 'live'; ageSeconds: number }[]>;
  identityHealth(): readonly ProviderHealth[];
  /** In the scope `audit`. */
  pending(tx: ReadTx, olderThanSeconds: number, limit: number): Promise<PendingTransfer[]>;
  volumes(tx: ReadTx, tenantIds: readonly string[]): Promise<Volume[]>;
  ownLimits(tx: ReadTx, limit: number): Promise<SetLimit[]>;
  /** One line for each difference; null where this process cannot. */
  checkBooks: (() => Promise<string[]>) | null;
};

export type OperatorContext = DashboardContext & { log: Context['log']; clock: Context['clock']; adapters: Context['adapters']; sources: OperatorSources };
