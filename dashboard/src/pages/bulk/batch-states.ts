/** How a bulk transfer stands, in words and colours. */
import type { Data } from '@/api/client.ts';
import type { Tone } from '@/components/values.tsx';
import { stages } from '@/pages/transfers/stages.ts';

export type Batch = Data<'getBulkTransfer'>;
export type Item = Data<'listBulkTransferItems'>[number];

export const batchStates: Readonly<Record<Batch['state'], { words: string; tone: Tone }>> = {
  enquiring: { words: 'Asking for names', tone: 'waiting' },
  ready: { words: 'Ready to confirm', tone: 'attention' },
  processing: { words: 'Being paid', tone: 'waiting' },
  completed: { words: 'Completed', tone: 'good' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
  expired: { words: 'Expired', tone: 'neutral' },
};

export const itemStages: Readonly<Record<Item['stage'], { words: string; tone: Tone }>> = {
  ...stages,
  enquiring: { words: 'Asking for the name', tone: 'waiting' },
  ready: { words: 'Accepted', tone: 'good' },
  refused: { words: 'Refused', tone: 'bad' },
};
