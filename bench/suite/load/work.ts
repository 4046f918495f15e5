/** What a caller does again and again. */
import type { Answers } from './answers.ts';

export type Work = {
  /** What one turn is called in a table: `confirmation`. */
  unit: string;
  /** The requests of one turn, in their order. */
  steps: readonly string[];
  /** Makes what one caller needs, its connection first. */
  open(client: number, answers: Answers): Promise<Caller>;
};

export type Caller = {
  /** The times (`performance.now`) when each step had its answer; null when one was refused. */
  turn(): Promise<readonly number[] | null>;
  close(): void;
};
