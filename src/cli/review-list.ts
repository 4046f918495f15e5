/** What waits for people, as text: one line for each identity check and each transfer in review, for each that somebody wants taken back with its votes, and for each open exception. */
import type { Database } from '#src/db/database.ts';
import { checksForPeople } from '#src/kyc/review.ts';
import type { PendingCheck } from '#src/kyc/review-store.ts';
import { formatNaira } from '#src/lib/money.ts';
import { isoMillis } from '#src/lib/time.ts';
import { waitingForPeople } from '#src/transfers/review.ts';
import type { WaitingReversal } from '#src/transfers/reversal-store.ts';
import type { InReview, OpenException } from '#src/transfers/review-store.ts';

const shown = 100;

export async function reviewList(db: Database): Promise<string> {
  const { reviews, reversals, exceptions } = await waitingForPeople({ db }, shown);
  const checks = await checksForPeople({ db }, shown);
  return [
    `${count(reviews.length)} transfers in review`, ...reviews.map(reviewLine),
    `${count(reversals.length)} transfers to be taken back`, ...reversals.flatMap(reversalLines),
    `${count(exceptions.length)} open exceptions`, ...exceptions.map(exceptionLine),
    `${count(checks.length)} identity checks in review`, ...checks.map(checkLine),
  ].join('\n');
}

const count = (length: number): string => (length === shown ? `${shown} or more` : String(length));

function reviewLine(review: InReview): string {
  const answer = [review.lastVerdict ?? 'no answer', review.lastResponseCode, review.lastDetail].filter((part) => part !== null).join(' ');
  const at = review.lastAnswerAt === null ? '' : ` at ${isoMillis(review.lastAnswerAt)}`;
  return `  ${review.transactionId}  ${formatNaira(review.amountKobo)} to ${review.beneficiaryAccountNumber} at ${review.beneficiaryBankCode}  `
    + `${(review.ageSeconds / 3600).toFixed(1)} h old  last: ${answer}${at}  rail ${review.rail ?? '-'} ${review.railRef ?? '-'}  votes: ${review.forSuccess} success, ${review.forFailure} failure`;
}

function checkLine({ checkId, kind, customerId, score, threshold, hasPictures, ageSeconds, forPass, forFail }: PendingCheck): string {
  const likeness = score === null ? '' : `  score ${score} of ${threshold ?? '-'}`;
  return `  ${checkId}  ${kind}  ${customerId === null ? 'no customer' : `customer ${customerId}`}${likeness}  ${(ageSeconds / 3600).toFixed(1)} h old  ${hasPictures ? 'with pictures' : 'pictures gone'}  votes: ${forPass} pass, ${forFail} fail`;
}

function reversalLines({ transactionId, amountKobo, onUs, beneficiaryAccountNumber, beneficiaryBankCode, votes }: WaitingReversal): string[] {
  return [
    `  ${transactionId}  ${formatNaira(amountKobo)} from ${beneficiaryAccountNumber} ${onUs ? 'here' : `at ${beneficiaryBankCode}`}`,
    ...votes.map(({ memberId, verdict, reason, evidence, receivedSessionId }) => `    ${memberId} ${verdict}: ${reason}; saw: ${evidence}${receivedSessionId === null ? '' : `; came back as ${receivedSessionId}`}`),
  ];
}

function exceptionLine({ transactionId, kind, amountKobo, responseCode, createdAt, votes }: OpenException): string {
  return `  ${transactionId}  ${kind}  ${formatNaira(amountKobo)}  code ${responseCode ?? '-'}  since ${isoMillis(createdAt)}  votes: ${votes.filter(({ recovered }) => recovered).length} recovered, ${votes.filter(({ recovered }) => !recovered).length} not`;
}
