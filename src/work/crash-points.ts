/**
 * Named places between two statements at which a process may die. The program only says that it passes one: there is
 * nothing in it that listens, and nothing that could be switched on by configuration. The crash proofs load a listener
 * beside the program (tests/crash/arm.ts), which kills the process at the place and the time it was told.
 */
import { channel } from 'node:diagnostics_channel';

export const crashChannel = 'openteller:crash-point';

const passing = channel(crashChannel);

/** Costs one comparison when nobody listens, which is always but in the crash proofs. */
export function crashPoint(name: string): void {
  if (passing.hasSubscribers) passing.publish(name);
}
