/** What a verb is handed first: everything of the outside world it may use. The only importer of adapters is src/adapters.ts. */
import type { Logger } from 'pino';
import type { Banks } from '#src/banks/bank-directory.ts';
import type { Config } from '#src/config.ts';
import type { Database } from '#src/db/database.ts';
import type { DocumentReader } from '#src/kyc/document-reader.ts';
import type { IdentityProvider } from '#src/kyc/providers/identity-provider.ts';
import type { Shadow } from '#src/kyc/shadow.ts';
import type { Ids } from '#src/lib/ids.ts';
import type { LimitPolicy } from '#src/limits/policy.ts';
import type { Keyring } from '#src/organizations/keyring.ts';
import type { OtpBudget } from '#src/otp/judge.ts';
import type { MessageJob } from '#src/otp/message-job.ts';
import type { MessageSender } from '#src/otp/senders/message-sender.ts';
import type { BankAnswers } from '#src/transfers/bank-answers.ts';
import type { Rail } from '#src/transfers/rails/rail.ts';
import type { TransferJob } from '#src/transfers/send-job.ts';
import type { WebhookHttp } from '#src/webhooks/webhook-http.ts';
import type { HandOver } from '#src/work/hand-over.ts';
import type { Requests } from '#src/work/requests.ts';

export type Environment = 'sandbox' | 'live';

/** The adapters of one environment; null while the operator has not configured one. */
export type Adapters = { rail: Rail; identity: IdentityProvider; messages: MessageSender };

/** What differs in OTPs between the environments: data, so that no verb asks which one it is in. */
export type OtpPolicy = {
  /** Also passes for a live reference: the reference's 123456 on the sandbox. */
  fixedCode: string | null;
  /** How many codes an account may be sent; null: no budget. */
  budgets: { customer: readonly OtpBudget[]; collection: readonly OtpBudget[] } | null;
};

export type Context = {
  config: Config;
  db: Database;
  ids: Ids;
  keyring: Keyring;
  requests: Requests;
  banks: Banks;
  bankAnswers: BankAnswers;
  /** The limit policy in force on a Lagos day, YYYY-MM-DD. Pure: the policies were read at the start. */
  policyOn(day: string): LimitPolicy;
  log: Logger;
  clock: {
    /** Wall clock of this process, for session ids on the wire; never for a decision. */
    now(): Date;
    /** For deadlines and latencies; milliseconds from any start. */
    monotonicMs(): number;
  };
  adapters: Readonly<Record<Environment, Adapters | null>>;
  /** Reads identity documents and compares faces on this machine, for both environments. */
  documents: DocumentReader;
  /** A second provider that is asked the same in live and decides nothing; null: nobody. */
  identityShadow: Shadow | null;
  otpPolicy: Readonly<Record<Environment, OtpPolicy>>;
  /** The operator's own accounts that belong to other organizations: money leaves one tenant and enters the other. */
  bookRails: Readonly<Record<Environment, Rail>>;
  webhookHttp: WebhookHttp;
  /** What was written under a lease, to the worker of this process. */
  handOver: { message: HandOver<MessageJob>; transfer: HandOver<TransferJob> };
  /**
   * Tells this process's worker that a queue has new rows; without one it is nothing, and the next look finds them. Who knows the only
   * tenant concerned names it, which saves the look for tenants. `event`: news that no endpoint selected; open streams show it.
   */
  wake(queue: 'message' | 'transfer' | 'transfer_batch' | 'transfer_batch_item' | 'webhook_delivery' | 'event', tenantId?: string): void;
};

/** @throws when the environment has no adapters; the HTTP layer refuses such requests before any verb runs. */
export function adaptersOf(ctx: Context, environment: Environment): Adapters {
  const adapters = ctx.adapters[environment];
  if (adapters === null) throw new Error(`The ${environment} environment is not configured.`);
  return adapters;
}
