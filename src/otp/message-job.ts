/** What the worker does with one message that it holds under a lease. */
import type { Environment } from '#src/context.ts';

export type MessageJob = { messageId: string; leaseVersion: number; environment: Environment; to: string; text: string; attempts: number; now: Date; sendBefore: Date };
