/** The sandbox controls on the wire. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { accountNumberSchema } from '#src/accounts/wire.ts';

export const creditBody = z.strictObject({
  accountNumber: accountNumberSchema.describe('An account of yours or of your customers.'),
  amount: z.union([z.number(), z.string().max(40, 'must have at most 40 characters')]).describe('Naira.').meta({ examples: [250000] }),
  narration: z.string().max(150, 'must have at most 150 characters').optional(),
  senderName: z.string().min(1, 'must not be empty').max(100, 'must have at most 100 characters').optional(),
});
export const creditData = z.object({ sessionId: z.string(), accountNumber: z.string(), amount: z.number() });

export const messagesQuery = z.strictObject({
  accountNumber: accountNumberSchema.optional(),
  page: pageQuery.page.optional(),
  pageSize: pageQuery.pageSize.optional(),
});
export const messageData = z.object({
  messageId: z.string(),
  to: z.string(),
  text: z.string(),
  otp: z.string().nullable().describe('The code in the text.'),
  state: z.enum(['queued', 'sent', 'failed']),
  accountNumber: z.string(),
  transactionId: z.string().nullable(),
  otpReferenceId: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});

/** A year is enough for any deadline in the product. */
export const clockBody = z.strictObject({
  advanceSeconds: z.int('must be a whole number').min(1, 'must be at least 1: the clock only moves forward').max(366 * 86_400, 'must be at most 31622400').describe('Seconds to move forward.').meta({ examples: [301] }),
});
export const clockData = z.object({ now: z.string(), offsetSeconds: z.int() });

export const controlParams = z.strictObject({
  transactionId: z.string().min(1).max(64, 'must have at most 64 characters'),
  outcome: z.enum(['settle', 'fail', 'reverse']),
});

export const resetData = z.object({
  accountNumber: z.string().describe('The collection account of the fresh sandbox, with NGN 5,000,000.'),
  keptCredentials: z.int().describe('Credentials that work on.'),
  keptEndpoints: z.int().describe('Webhooks that came along.'),
  resetAt: z.string(),
});
