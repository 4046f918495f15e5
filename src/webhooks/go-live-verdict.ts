/** What the answers of a receiver say about it. Pure. */
import { assertNever } from '#src/lib/assert.ts';
import type { CaseName } from './go-live-cases.ts';
import type { WebhookOutcome } from './webhook-http.ts';

export type CaseAnswer = Pick<WebhookOutcome, 'httpStatus' | 'error' | 'latencyMs'>;

export const verdicts = ['pass', 'warn', 'fail', 'skipped'] as const;
export type Verdict = { verdict: (typeof verdicts)[number]; finding: string; fix: string | null };

export const grades = ['A', 'B', 'C', 'F'] as const;
export type Grade = (typeof grades)[number];

/** What was sent, for the report; what is wanted is any 2xx, or a refusal. */
export const caseTexts: { readonly [Name in CaseName]: { sent: string; wanted: string } } = {
  genuine: { sent: 'A genuine event.', wanted: '2xx' },
  duplicate: { sent: 'The same event once more, under the same id.', wanted: '2xx, and nothing done twice' },
  out_of_order: { sent: 'Two events in the wrong order: sequence 7, then 6.', wanted: '2xx for both' },
  unknown_kind: { sent: 'A genuine event of a kind that does not exist yet.', wanted: '2xx' },
  wrongly_signed: { sent: 'An event signed with another secret.', wanted: '4xx' },
  unsigned: { sent: 'An event without signatures.', wanted: '4xx' },
  altered_body: { sent: 'An event whose amount was changed after signing.', wanted: '4xx' },
  late: { sent: 'A genuine event that was signed ten minutes ago.', wanted: '4xx' },
  malformed_json: { sent: 'A signed body that is no JSON.', wanted: '4xx' },
  slow_body: { sent: 'A genuine event whose body takes two seconds to arrive.', wanted: '2xx' },
  burst: { sent: 'Ten genuine events at once.', wanted: '2xx for all' },
  speed: { sent: 'Nothing more: the slowest answer to a genuine event.', wanted: 'under 3 seconds' },
};

/** Above the first, work is being done before the answer; above the second, a busy day will end in time-outs (15 seconds). */
const slowMs = 3_000;
const tooSlowMs = 10_000;

const pass = (finding: string): Verdict => ({ verdict: 'pass', finding, fix: null });
const warn = (finding: string, fix: string): Verdict => ({ verdict: 'warn', finding, fix });
const failed = (finding: string, fix: string): Verdict => ({ verdict: 'fail', finding, fix });
export const skipped = (finding: string, fix: string | null = null): Verdict => ({ verdict: 'skipped', finding, fix });

export const withoutSecret = warn('This webhook has no secret, so anybody can send to your receiver.', 'Give it one: POST /webhooks/{id}/rotate-secret. Then check signatures.');

/** Of the answers to one case, in the order of its requests. Not for `speed`. */
export function judgeCase(name: CaseName, answers: readonly CaseAnswer[]): Verdict {
  switch (name) {
    case 'genuine': return wanted(answers, { fix: 'Answer 2xx before you do the work; a 401 or 403 here means that the secret or the signature check is wrong: POST /webhooks/verify-signature says why.' });
    case 'duplicate': return wanted(answers, { fix: 'Answer 2xx to events you know already: remember their ids. What is not acknowledged is sent again.', milder: [409] });
    case 'out_of_order': return wanted(answers, { fix: 'Answer 2xx to older news and drop it: compare `sequence`. Delivery has no order.' });
    case 'unknown_kind': return wanted(answers, { fix: 'Answer 2xx to kinds you do not know and ignore them: new kinds are added without notice.', milder: [400, 404, 422, 501] });
    case 'slow_body': return wanted(answers, { fix: 'Read the whole body, however slowly it comes, before you check it.' });
    case 'burst': return wanted(answers, { fix: 'Answer at once and work from a queue: up to four deliveries come at a time, and more from several programs.' });
    case 'wrongly_signed': return refusal(answers, 'Compare the signature in constant time with one you compute from the raw body and your secret, and answer 401 when they differ.', failed);
    case 'unsigned': return refusal(answers, 'Refuse requests without a signature header with 401. Anybody who knows the address can send them.', failed);
    case 'altered_body': return refusal(answers, 'Compute the signature from the raw bytes that came, not from a part of them, and answer 401 when it differs.', failed);
    case 'late': return refusal(answers, 'Check webhook-signature with its webhook-timestamp, and refuse what is more than five minutes off: a recorded request could be sent again.', warn);
    case 'malformed_json': return refusal(answers, 'Answer 400 to a body that you cannot read, rather than 2xx or an error of your own.', warn);
    case 'speed': return judgeSpeed(answers);
    default: return assertNever(name);
  }
}

/** Every answer should acknowledge. `milder`: statuses that cost no more than tries. */
function wanted(answers: readonly CaseAnswer[], { fix, milder = [] }: { fix: string; milder?: readonly number[] }): Verdict {
  const wrong = answers.filter((answer) => !isTaken(answer));
  const [first] = wrong;
  if (first === undefined) return pass(answers.length === 1 ? 'Acknowledged.' : `All ${answers.length} acknowledged.`);
  const finding = `${answers.length === 1 ? '' : `${wrong.length} of ${answers.length} were not acknowledged: `}${told(first)}`;
  return wrong.every(({ httpStatus }) => httpStatus !== null && milder.includes(httpStatus)) ? warn(finding, fix) : failed(finding, fix);
}

function refusal(answers: readonly CaseAnswer[], fix: string, whenTaken: typeof warn): Verdict {
  const [answer] = answers;
  if (answer === undefined) return skipped('Nothing was sent.');
  if (isTaken(answer)) return whenTaken(`It was taken all the same: ${told(answer)}`, fix);
  const { httpStatus } = answer;
  if (httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429) return pass(`Refused with ${httpStatus}.`);
  return warn(`It was not taken, but not refused either: ${told(answer)}`, fix);
}

/** Of the genuine events that were sent alone and whole. */
function judgeSpeed(answers: readonly CaseAnswer[]): Verdict {
  const slowest = Math.max(0, ...answers.map(({ latencyMs }) => latencyMs));
  const finding = `The slowest answer took ${slowest} ms.`;
  const fix = 'Store the event, answer 2xx, and work afterwards: after 15 seconds the call is given up and made again.';
  if (slowest <= slowMs) return pass(finding);
  return slowest <= tooSlowMs ? warn(finding, fix) : failed(finding, fix);
}

export function isTaken({ httpStatus }: CaseAnswer): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus <= 299;
}

function told({ httpStatus, error, latencyMs }: CaseAnswer): string {
  if (httpStatus !== null) return `it answered ${httpStatus}.`;
  return error === 'timeout' ? `no answer within ${Math.round(latencyMs / 1000)} s.` : `no answer (${error ?? 'unknown'}).`;
}

/** A: nothing to mend. B: warnings only. C: something fails. F: it does not work at all, or takes what is forged. */
export function gradeOf(cases: readonly { name: CaseName; verdict: Verdict['verdict'] }[]): Grade {
  const failures = cases.filter(({ verdict }) => verdict === 'fail');
  if (failures.some(({ name }) => name === 'genuine' || name === 'wrongly_signed' || name === 'unsigned' || name === 'altered_body')) return 'F';
  if (failures.length > 0 || cases.some(({ verdict }) => verdict === 'skipped')) return 'C';
  return cases.some(({ verdict }) => verdict === 'warn') ? 'B' : 'A';
}
