/** The simulated registry as the sandbox's identity provider, in the same process. */
import type { IdentityProvider } from '#src/kyc/providers/identity-provider.ts';
import { decideDocument, decideFace, decideLookUp, decideTax, type Simulated } from './registry.ts';
import { registryScenarios } from './scenarios.ts';

/** Calls back after so many milliseconds; answers how to call it off. Tests hand in their own. */
export type Timer = (ms: number, done: () => void) => () => void;

const systemTimer: Timer = (ms, done) => {
  const timer = setTimeout(done, ms);
  return () => clearTimeout(timer);
};

/** Confirms every well-formed number for whatever is claimed, but for the scenarios. Rejects with the signal's reason when aborted. */
export function registrySimulator(timer: Timer = systemTimer): IdentityProvider {
  const give = async <Answer>({ answer, delayMs }: Simulated<Answer>, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    if (delayMs > 0) await waited(timer, delayMs, signal);
    return answer;
  };
  return {
    name: 'simulator',
    scenarios: registryScenarios,
    lookUp: (query, signal) => give(decideLookUp(query), signal),
    compareFace: (query, signal) => give(decideFace(query), signal),
    readDocument: (query, signal) => give(decideDocument(query), signal),
    lookUpTax: (query, signal) => give(decideTax(query), signal),
  };
}

function waited(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = timer(ms, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
