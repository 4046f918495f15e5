/** A transfer's story on the wire of the dashboard. */
import { z } from 'zod';
import { isRecord } from '#src/lib/assert.ts';
import { nairaNumber } from '#src/lib/money.ts';
import { isoMillis, isoMillisOrNull } from '#src/lib/time.ts';
import { responseText } from './rails/response-codes.ts';
import type { ToldAnswer, ToldAttempt } from './story-store.ts';
import { exceptionKinds } from './transfer.ts';
import type { TransferStory } from './transfer-story.ts';
import { toTransferData, transferData } from './wire.ts';

const answerData = z.object({
  at: z.string(),
  asked: z.boolean().describe('False: the answer to the payment itself; true: to a question about its status.'),
  tookMs: z.int().nullable().describe('How long the rail took; null where nobody measured.'),
  verdict: z.string().describe('What the answer proves: success, reject, not_found or indeterminate.'),
  code: z.string().nullable(),
  meaning: z.string().nullable().describe('Of the code.'),
  detail: z.string().nullable(),
});

export const storyShape = {
  transfer: transferData,
  bank: z.string().nullable().describe('The beneficiary\'s.'),
  onUs: z.boolean().describe('Between two accounts here: no rail takes part.'),
  confirmBy: z.string(),
  enquiries: z.array(z.object({ sessionId: z.string(), accountName: z.string(), bankCode: z.string(), at: z.string(), expiresAt: z.string() })),
  codes: z.array(z.object({
    otpReferenceId: z.string(),
    state: z.enum(['active', 'used', 'superseded']),
    tries: z.int(),
    sentFor: z.string().describe('When it was made.'),
    expiresAt: z.string(),
    usedAt: z.string().nullable(),
    message: z.object({ state: z.enum(['queued', 'sent', 'failed']), provider: z.string().nullable(), sentAt: z.string().nullable(), error: z.string().nullable() }).nullable(),
  })).describe('OTPs of this transfer, the oldest first.'),
  rail: z.object({
    name: z.string(),
    reference: z.string().describe('Session id that every sending and question carries.'),
    intentAt: z.string(),
    sendBy: z.string(),
    queries: z.int().describe('How often its status was asked.'),
    answers: z.array(answerData).describe('The first and the newest, at most 40.'),
  }).nullable(),
  entries: z.array(z.object({
    entryId: z.string(),
    at: z.string(),
    kind: z.enum(['single', 'pending', 'post', 'void']).describe('pending holds; post and void resolve a hold; single moves at once.'),
    code: z.enum(['transfer', 'fee', 'vat', 'duty', 'credit', 'return', 'correction']),
    debitAccount: z.string(),
    creditAccount: z.string(),
    amount: z.number(),
  })),
  review: z.object({ at: z.string(), reason: z.string().nullable() }).nullable(),
  votes: z.array(z.object({ memberId: z.string(), verdict: z.enum(['success', 'failure']), evidence: z.string(), at: z.string() })),
  reversalVotes: z.array(z.object({ memberId: z.string(), verdict: z.enum(['for', 'against']), reason: z.string(), evidence: z.string(), receivedSessionId: z.string().nullable(), at: z.string() })),
  exceptions: z.array(z.object({ kind: z.enum(exceptionKinds), responseCode: z.string().nullable(), at: z.string(), resolvedAt: z.string().nullable(), resolution: z.string().nullable(), recovered: z.boolean().nullable() })),
};

const storyData = z.object(storyShape);
/** Without its events: those are shown with where they went. */
export function toStoryData(story: TransferStory, bank: string | null, now: Date): z.output<typeof storyData> {
  const { transfer, enquiries, codes, attempt, entries, review, votes, reversalVotes, exceptions } = story;
  return {
    transfer: toTransferData(transfer, now),
    bank,
    onUs: transfer.onUs,
    confirmBy: isoMillis(transfer.expiresAt),
    enquiries: enquiries.map(({ at, expiresAt, ...enquiry }) => ({ ...enquiry, at: isoMillis(at), expiresAt: isoMillis(expiresAt) })),
    codes: codes.map(({ otpReferenceId, state, tries, createdAt, expiresAt, usedAt, messageState, provider, messageSentAt, messageError }) => ({
      otpReferenceId, state, tries, sentFor: isoMillis(createdAt), expiresAt: isoMillis(expiresAt), usedAt: isoMillisOrNull(usedAt),
      message: messageState === null ? null : { state: messageState, provider, sentAt: isoMillisOrNull(messageSentAt), error: messageError },
    })),
    rail: attempt === null ? null : {
      name: attempt.rail, reference: attempt.railRef, intentAt: isoMillis(attempt.intentAt), sendBy: isoMillis(attempt.sendBy), queries: attempt.queries, answers: answersOf(attempt).map(toAnswerData),
    },
    entries: entries.map(({ entryId, at, kind, code, debitAccount, creditAccount, amountKobo }) => ({ entryId, at: isoMillis(at), kind, code, debitAccount, creditAccount, amount: nairaNumber(amountKobo) })),
    review: review === null ? null : { at: isoMillis(review.at), reason: reasonOf(review.details) },
    votes: votes.map(({ createdAt, memberId, verdict, evidence }) => ({ memberId, verdict, evidence, at: isoMillis(createdAt) })),
    reversalVotes: reversalVotes.map(({ createdAt, ...vote }) => ({ ...vote, at: isoMillis(createdAt) })),
    exceptions: exceptions.map(({ at, resolvedAt, ...exception }) => ({ ...exception, at: isoMillis(at), resolvedAt: isoMillisOrNull(resolvedAt) })),
  };
}

/** Of an attempt from before answers were kept, the last one. */
function answersOf({ answers, queries, lastAnswerAt, lastVerdict, lastCode, lastDetail }: ToldAttempt): ToldAnswer[] {
  if (answers.length > 0 || lastAnswerAt === null) return answers;
  return [{ at: isoMillis(lastAnswerAt), asked: queries > 0, tookMs: null, verdict: lastVerdict ?? 'indeterminate', code: lastCode, detail: lastDetail }];
}

function toAnswerData({ at, code, ...answer }: ToldAnswer): z.output<typeof answerData> {
  return { ...answer, at: isoMillis(new Date(at)), code, meaning: code === null ? null : responseText(code) };
}

function reasonOf(details: unknown): string | null {
  return isRecord(details) && typeof details['reason'] === 'string' ? details['reason'] : null;
}
