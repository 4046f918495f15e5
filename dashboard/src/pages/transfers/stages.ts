/** How a transfer stands, in words and colours. */
import type { Data } from '@/api/client.ts';
import type { Tone } from '@/components/values.tsx';

export type Transfer = Data<'listTransfers'>[number];
export type Stage = Transfer['stage'];

export const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'REVERSED'] as const;

export const stages: Readonly<Record<Stage, { words: string; tone: Tone }>> = {
  awaiting_otp: { words: 'Waits for its OTP', tone: 'waiting' },
  scheduled: { words: 'Scheduled', tone: 'waiting' },
  processing: { words: 'On its way', tone: 'waiting' },
  confirming: { words: 'Result not known yet', tone: 'attention' },
  review: { words: 'In review', tone: 'attention' },
  completed: { words: 'Arrived', tone: 'good' },
  failed: { words: 'Failed', tone: 'bad' },
  expired: { words: 'Expired', tone: 'neutral' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
  reversed: { words: 'Came back', tone: 'neutral' },
};

export function isStage(text: string | undefined): text is Stage {
  return text !== undefined && Object.hasOwn(stages, text);
}

export function isStatus(text: string | undefined): text is Transfer['status'] {
  return statuses.some((status) => status === text);
}

/** May the same payment be initiated anew? In words, from how it stands: never while its result is unknown. */
export function retryAdvice({ stage, safeToRetry }: Pick<Transfer, 'stage' | 'safeToRetry'>): { safe: boolean; tone: Tone; title: string; text: string } {
  const no = (text: string, title = 'Do not pay again', tone: Tone = 'attention'): ReturnType<typeof retryAdvice> => ({ safe: false, tone, title, text });
  switch (stage) {
    case 'awaiting_otp':
      return no('Nothing has moved and nothing is held. Send a new OTP, or cancel this one before you initiate another.', 'Not yet: it still waits for its OTP', 'waiting');
    case 'scheduled':
      return no('It starts by itself at its time. Cancel it first if it should be paid otherwise.', 'Do not pay again: it is scheduled', 'waiting');
    case 'processing':
    case 'confirming':
      return no('Its result is not known, and it may still arrive. Silence of the bank is no refusal: the money stays held until there is a definite answer.');
    case 'review':
      return no('The bank gave no definite answer, so it may have arrived. Two people decide; until then the money stays held.');
    case 'completed':
      return no('It arrived. The same payment again would pay a second time.', 'Do not pay again: it arrived', 'neutral');
    case 'reversed':
      return { safe: safeToRetry, tone: 'good', title: 'Safe to pay again', text: 'The money came back to the payer. A new transfer pays once.' };
    case 'failed':
    case 'expired':
    case 'cancelled':
      return { safe: safeToRetry, tone: 'good', title: 'Safe to pay again', text: 'It ended without paying anybody, and nothing is held for it. A new transfer pays once.' };
  }
}
