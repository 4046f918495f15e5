/**
 * Turns that begin at fixed times, whether or not earlier ones were answered: what a caller waits at a rate that does not depend on the answers.
 * The first step counts from the time it was meant to begin, so a program that stalls cannot hide the turns that waited meanwhile.
 */
import { type Latency, latency } from '../../load.ts';
import { countAnswers, type Refusals } from './answers.ts';
import type { Caller, Work } from './work.ts';

export type Open = { seconds: number; perSecond: number; begun: number; done: number; latencyMs: Record<string, Latency>; refusals: Refusals };

export type OpenOptions = { perSecond: number; seconds: number; /** Turns in hand at once at most; one more waits, and its time runs. */ callers: number; rampSeconds: number };

export async function openLoop(work: Work, { perSecond, seconds, callers, rampSeconds }: OpenOptions): Promise<Open> {
  const answers = countAnswers();
  const free = await Promise.all(Array.from({ length: callers }, (_, client) => work.open(client, answers)));
  const all = [...free];
  const samples = work.steps.map((): number[] => []);
  const waiting: number[] = [];
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  const measureFrom = begun + rampSeconds * 1000;
  const until = measureFrom + seconds * 1000;
  const counts = { begun: 0, done: 0 };

  const run = async (caller: Caller, meant: number): Promise<void> => {
    const ends = await caller.turn();
    if (ends !== null && meant >= measureFrom) {
      ends.forEach((end, step) => samples[step]?.push(end - (step === 0 ? meant : (ends[step - 1] ?? meant))));
      counts.done += 1;
    }
    const next = waiting.shift();
    if (next === undefined) free.push(caller);
    else await run(caller, next);
  };
  const begin = (meant: number): void => {
    if (meant >= measureFrom) counts.begun += 1;
    // Whoever has rested longest: all are in use, as they would be.
    const caller = free.shift();
    if (caller === undefined) return void waiting.push(meant);
    const turn = run(caller, meant).finally(() => running.delete(turn));
    running.add(turn);
  };

  await new Promise<void>((resolve, reject) => {
    let turns = 0;
    const timer = setInterval(() => {
      const now = Math.min(performance.now(), until);
      for (let meant = begun + (turns * 1000) / perSecond; meant < now; meant = begun + (turns * 1000) / perSecond) {
        turns += 1;
        begin(meant);
      }
      if (now < until) return;
      clearInterval(timer);
      Promise.all(running).then(() => resolve(), reject);
    }, 1);
  });
  for (const caller of all) caller.close();
  return { seconds, perSecond, ...counts, latencyMs: Object.fromEntries(work.steps.map((step, at): [string, Latency] => [step, latency(samples[at] ?? [])])), refusals: answers.refusals };
}
