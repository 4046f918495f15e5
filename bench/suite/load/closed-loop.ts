/** Callers that have one turn outstanding each: how much is done when nobody waits longer than he must. */
import { type Latency, latency } from '../../load.ts';
import { countAnswers, type Refusals } from './answers.ts';
import type { Caller, Work } from './work.ts';

export type Closed = {
  /** Of the measured part. */
  seconds: number;
  units: number;
  /** Of each step, and of the whole turn when it has several. */
  latencyMs: Record<string, Latency>;
  refusals: Refusals;
};

export type ClosedOptions = { clients: number; rampSeconds: number; seconds: number; /** When the ramp is over, and when the measured part is. */ onMeasuring(): void; onMeasured(): void };

export async function closedLoop(work: Work, { clients, rampSeconds, seconds, onMeasuring, onMeasured }: ClosedOptions): Promise<Closed> {
  const answers = countAnswers();
  const callers = await Promise.all(Array.from({ length: clients }, (_, client) => work.open(client, answers)));
  const measureFrom = performance.now() + rampSeconds * 1000;
  const until = measureFrom + seconds * 1000;
  const samples = work.steps.map((): number[] => []);
  const whole: number[] = [];
  const timers = [setTimeout(onMeasuring, rampSeconds * 1000), setTimeout(onMeasured, (rampSeconds + seconds) * 1000)];
  const drive = async (caller: Caller): Promise<void> => {
    for (let started = performance.now(); started < until; started = performance.now()) {
      const ends = await caller.turn();
      const ended = ends?.at(-1);
      // What ended in the measured part is its work: to leave out what began before it would make slow turns seem rarer than they are.
      if (ends === null || ended === undefined || ended < measureFrom || ended > until) continue;
      ends.forEach((end, step) => samples[step]?.push(end - (step === 0 ? started : (ends[step - 1] ?? started))));
      whole.push(ended - started);
    }
  };
  try {
    await Promise.all(callers.map(drive));
  } finally {
    for (const timer of timers) clearTimeout(timer);
    for (const caller of callers) caller.close();
  }
  const named = work.steps.map((step, at): [string, Latency] => [step, latency(samples[at] ?? [])]);
  if (work.steps.length > 1) named.push(['whole', latency(whole)]);
  return { seconds, units: whole.length, latencyMs: Object.fromEntries(named), refusals: answers.refusals };
}
