/** Makes codes and the messages that carry them. Pure but for the keys it is given. */
import type { Environment } from '#src/context.ts';
import type { Tx } from '#src/db/database.ts';
import type { Place, TenantKeys } from '#src/organizations/keyring.ts';
import { leaseEnd } from '#src/work/due.ts';
import { macOf } from './match-code.ts';
import { type Otp, otpLifeSeconds, type OtpPurpose } from './judge.ts';
import type { MessageJob } from './message-job.ts';
import { insertMessages, insertOtps, type NewMessage, supersedeActive } from './store.ts';

/** What a command brings along for one code: randomness is drawn before the decision, so that deciding stays pure. */
export type OtpDraw = { otpReferenceId: string; messageId: string; code: string };

export type Issue = {
  otp: Otp;
  /** `underLease`: it is written under a lease and given to the worker by whoever issues it, not looked for. */
  message: { messageId: string; to: string; text: string; underLease: boolean };
};

export const messagePlace = (messageId: string): Place => ({ table: 'message', column: 'content', row: messageId });

export function makeOtp(
  keys: TenantKeys,
  draw: OtpDraw,
  subject: { accountNumber: string; purpose: OtpPurpose; transactionId: string | null; binding?: string; phone: string; about: string; underLease?: boolean },
  now: Date,
): Issue {
  return {
    otp: {
      otpReferenceId: draw.otpReferenceId,
      accountNumber: subject.accountNumber,
      purpose: subject.purpose,
      transactionId: subject.transactionId,
      binding: subject.binding ?? null,
      codeMac: macOf(keys, { otpReferenceId: draw.otpReferenceId, purpose: subject.purpose, binding: subject.binding ?? null }, draw.code),
      state: 'active',
      attempts: 0,
      expiresAt: new Date(now.getTime() + otpLifeSeconds * 1000),
    },
    message: { messageId: draw.messageId, to: subject.phone, text: `${draw.code} ${subject.about} Valid for 5 minutes. Never share it with anyone.`, underLease: subject.underLease === true },
  };
}

/** Of a message that is written under a lease. */
const firstLease = 1;

/** The job of a message that is written under a lease. Pure. */
export function messageJob(environment: Environment, { otp, message: { messageId, to, text } }: Issue, now: Date): MessageJob {
  return { messageId, leaseVersion: firstLease, environment, to, text, attempts: 0, now, sendBefore: otp.expiresAt };
}

/**
 * Stores codes with their messages. Earlier active codes of the accounts end; of several codes for one account in this
 * batch only the last stays active (the reference's rule: one active code for an account).
 */
export async function storeIssues(tx: Tx, keys: TenantKeys, issues: readonly Issue[]): Promise<void> {
  if (issues.length === 0) return;
  const lastOf = new Map(issues.map(({ otp }) => [otp.accountNumber, otp.otpReferenceId]));
  const messages = issues.map(({ otp, message }): NewMessage => ({
    messageId: message.messageId,
    accountNumber: otp.accountNumber,
    transactionId: otp.transactionId,
    otpReferenceId: otp.otpReferenceId,
    contentSealed: keys.seal(messagePlace(message.messageId), JSON.stringify({ to: message.to, text: message.text })),
    sendBefore: otp.expiresAt,
    nextAt: message.underLease ? leaseEnd(tx.now) : tx.now,
    leaseVersion: message.underLease ? firstLease : 0,
  }));
  await Promise.all([
    supersedeActive(tx, [...lastOf.keys()]),
    insertOtps(tx, issues.map(({ otp }) => (lastOf.get(otp.accountNumber) === otp.otpReferenceId ? otp : { ...otp, state: 'superseded' }))),
    insertMessages(tx, messages),
  ]);
}
