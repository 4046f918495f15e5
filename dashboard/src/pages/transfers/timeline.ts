/** A transfer's story as moments in order. Pure. */
import type { Data } from '@/api/client.ts';
import type { Tone } from '@/components/values.tsx';
import { straight, words } from '@/lib/format.ts';

export type Story = Data<'readTransferStory'>;
export type Step = { at: string; title: string; tone: Tone; lines: readonly string[] };

type Answer = NonNullable<Story['rail']>['answers'][number];

export const verdictTones: Readonly<Record<string, Tone>> = { success: 'good', reject: 'bad', not_found: 'attention', indeterminate: 'attention' };

/** Every moment that is known, the oldest first; moments of one instant in the order in which they follow from each other. */
export function timelineOf(story: Story): Step[] {
  const steps = [...enquirySteps(story), ...codeSteps(story), ...moneySteps(story), ...railSteps(story), ...peopleSteps(story), ...endSteps(story)];
  return steps.map((step, order) => ({ step, order })).toSorted((a, b) => a.step.at.localeCompare(b.step.at) || a.order - b.order).map(({ step }) => step);
}

function enquirySteps({ enquiries, transfer, bank }: Story): Step[] {
  const asked = enquiries.map(({ at, accountName, bankCode }): Step => ({ at, title: 'Name enquiry', tone: 'good', lines: [`${bank ?? bankCode} answered ${straight(accountName)}.`] }));
  return [...asked, { at: transfer.initiatedAt, title: 'Initiated', tone: 'good', lines: transfer.scheduledFor === null ? [] : ['For later: it starts at its time.'] }];
}

function codeSteps({ codes }: Story): Step[] {
  return codes.flatMap(({ sentFor, tries, state, usedAt, message }, index): Step[] => {
    const wrong = tries - (state === 'used' ? 1 : 0);
    const failed = message?.state === 'failed';
    const lines = [
      ...(message === null ? [] : [failed ? `The message was not sent: ${words(message.error ?? 'no reason')}.` : message.state === 'sent' ? `Handed to ${message.provider ?? 'the sender'}.` : 'Waits to be sent.']),
      ...(wrong > 0 ? [`${wrong} wrong ${wrong === 1 ? 'try' : 'tries'}.`] : []),
      ...(state === 'superseded' ? ['A newer code took its place.'] : []),
    ];
    const sent: Step = { at: sentFor, title: index === 0 ? 'OTP made' : 'New OTP made', tone: failed ? 'bad' : wrong > 0 ? 'attention' : 'good', lines };
    return usedAt === null ? [sent] : [sent, { at: usedAt, title: 'OTP confirmed', tone: 'good', lines: wrong > 0 ? [`Right at try ${tries}.`] : [] }];
  });
}

function moneySteps({ transfer, entries }: Story): Step[] {
  const held = entries.filter(({ kind }) => kind === 'pending');
  if (transfer.authorizedAt === null) return [];
  const scheduled = transfer.scheduledFor !== null && held.length === 0 && entries.length === 0;
  return [
    { at: transfer.authorizedAt, title: 'Authorised', tone: 'good', lines: transfer.batchId === null ? [] : ['With its bulk transfer.'] },
    ...(scheduled ? [] : held.slice(0, 1).map(({ at }): Step => ({ at, title: 'Money held', tone: 'good', lines: ['Amount and charges cannot be spent otherwise.'] }))),
  ];
}

function railSteps({ rail }: Story): Step[] {
  if (rail === null) return [];
  const sent: Step = { at: rail.intentAt, title: 'Sent to the bank', tone: 'good', lines: [`Over ${rail.name}.`] };
  return [sent, ...runsOf(rail.answers).flatMap((run) => (run.length < 4 ? run.map(answerStep) : [...run.slice(0, 1).map(answerStep), ...run.slice(-1).map((last) => repeated(answerStep(last), run.length - 1))]))];
}

/** Status queries that say the same one after another, together. */
function runsOf(answers: readonly Answer[]): Answer[][] {
  return answers.reduce<Answer[][]>((runs, answer) => {
    const run = runs.at(-1);
    if (run?.[0]?.asked === true && answer.asked && run[0].code === answer.code && run[0].verdict === answer.verdict) run.push(answer);
    else runs.push([answer]);
    return runs;
  }, []);
}

const repeated = (step: Step, times: number): Step => ({ ...step, title: `Status asked ${times} more times`, lines: [`The same answer each time. ${step.lines.join(' ')}`] });

function answerStep({ at, asked, tookMs, verdict, code, meaning, detail }: Answer): Step {
  const said = code === null ? 'No answer' : `${code}: ${meaning ?? ''}`;
  const took = tookMs === null ? '' : `, after ${tookMs} ms`;
  return { at, title: asked ? 'Status asked' : 'The bank answered', tone: verdictTones[verdict] ?? 'neutral', lines: [`${said}${took}.`, ...(detail === null ? [] : [words(detail)])] };
}

function peopleSteps({ review, votes, reversalVotes, exceptions }: Story): Step[] {
  return [
    ...(review === null ? [] : [{ at: review.at, title: 'In review', tone: 'attention', lines: [words(review.reason ?? 'People decide'), 'Two people decide; the money stays held.'] } as const]),
    ...votes.map(({ at, verdict, evidence }): Step => ({ at, title: `A member says it ${verdict === 'success' ? 'arrived' : 'failed'}`, tone: 'neutral', lines: [evidence] })),
    ...reversalVotes.map(({ at, verdict, reason }): Step => ({ at, title: `A member is ${verdict} taking it back`, tone: 'neutral', lines: [reason] })),
    ...exceptions.flatMap(({ at, kind, resolvedAt, resolution }): Step[] => [
      { at, title: 'Late news contradicts it', tone: 'bad', lines: [words(kind)] },
      ...(resolvedAt === null ? [] : [{ at: resolvedAt, title: 'Exception resolved', tone: 'good', lines: resolution === null ? [] : [resolution] } as const]),
    ]),
  ];
}

const ends: Readonly<Partial<Record<Story['transfer']['stage'], { title: string; tone: Tone }>>> = {
  failed: { title: 'Failed', tone: 'bad' }, expired: { title: 'Expired', tone: 'neutral' }, cancelled: { title: 'Cancelled', tone: 'neutral' },
};

function endSteps({ transfer, entries }: Story): Step[] {
  const { completedAt, reversedAt, stage, reason, timeline } = transfer;
  const released = entries.some(({ kind }) => kind === 'void');
  const end = ends[stage];
  const endedAt = timeline.find(({ step }) => step === stage)?.at;
  return [
    ...(completedAt === null ? [] : [{ at: completedAt, title: 'Arrived', tone: 'good', lines: [] } as const]),
    ...(end === undefined || endedAt === undefined ? [] : [{ at: endedAt, ...end, lines: [...(reason === null ? [] : [words(reason)]), ...(released ? ['What was held is free again.'] : [])] }]),
    ...(reversedAt === null ? [] : [{ at: reversedAt, title: 'Came back', tone: 'neutral', lines: reason === null ? [] : [words(reason)] } as const]),
  ];
}
