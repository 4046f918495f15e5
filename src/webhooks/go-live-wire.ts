/** Go-live checks on the wire. */
import { z } from 'zod';
import { caseNames } from './go-live-cases.ts';
import { grades, verdicts } from './go-live-verdict.ts';

export const goLiveReport = z.object({
  webhookId: z.string(),
  url: z.string().describe('The address that was checked.'),
  checkedAt: z.string(),
  durationMs: z.int(),
  grade: z.enum(grades).describe('A: nothing to mend. B: warnings only. C: something fails, or could not be tried. F: genuine events do not arrive, or forged ones are taken.'),
  ready: z.boolean().describe('True for A and B.'),
  cases: z.array(z.object({
    name: z.enum(caseNames),
    sent: z.string(),
    wanted: z.string(),
    answers: z.array(z.object({
      httpStatus: z.int().nullable().describe('null when no answer came.'),
      error: z.string().nullable().describe('Class of the trouble, as in deliveries.'),
      latencyMs: z.int(),
    })).describe('One for each request, in order. Bodies and headers of answers are neither shown nor kept.'),
    verdict: z.enum(verdicts),
    finding: z.string(),
    fix: z.string().nullable().describe('What to change; null when nothing.'),
  })),
});

export type GoLiveReport = z.output<typeof goLiveReport>;
