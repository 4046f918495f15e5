/** What identity checks look like wherever they are shown. */
import { Status, type Tone } from '@/components/values.tsx';

import { type Check, outcomes } from './words.ts';

export function Outcome({ check: { outcome, review } }: { check: Pick<Check, 'outcome' | 'review'> }) {
  if (outcome === 'review' && review !== null && review.status !== 'pending') return <Status tone={review.status === 'passed' ? 'good' : 'bad'}>{`${review.status} by people`}</Status>;
  return <Status tone={toneOf(outcome)}>{outcomes[outcome]}</Status>;
}

function toneOf(outcome: Check['outcome']): Tone {
  if (outcome === 'passed') return 'good';
  return outcome === 'review' || outcome === 'provider_unavailable' ? 'attention' : 'bad';
}
