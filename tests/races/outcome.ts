/** What a race found: figures to print, and every fault as one line. */
import type { Reply } from './pair.ts';

export type Outcome = { figures: Record<string, unknown>; faults: string[] };

/** How often each answer came: "200", "200 replayed", or the code of the refusal. */
export function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const name = reply.code ?? (reply.replayed ? `${reply.status} replayed` : String(reply.status));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export function addTally(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) into[name] = (into[name] ?? 0) + count;
}

/** Answers that are our own trouble, with what they said. */
export function serverErrors(replies: readonly Reply[]): string[] {
  return replies.filter((reply) => reply.status >= 500).map((reply) => `a server error: ${reply.status} ${reply.text.slice(0, 200)}`);
}

/** Answers outside what the race may answer. */
export function unexpected(counts: Readonly<Record<string, number>>, allowed: readonly string[]): string[] {
  return Object.entries(counts).filter(([name]) => !allowed.includes(name)).map(([name, count]) => `${count} times ${name}`);
}
