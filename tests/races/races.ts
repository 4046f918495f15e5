/** Every race, in its short form (seconds, run by vitest) and in its long form (`npm run verify -- races`). */
import { disableRace } from './disable.ts';
import { doubleSpend } from './double-spend.ts';
import { leaseRace } from './leases.ts';
import { limitRace } from './limits.ts';
import { mixedVerbs } from './mixed-verbs.ts';
import { otpGuesses } from './otp-guesses.ts';
import type { Outcome } from './outcome.ts';
import type { Pair } from './pair.ts';
import type { Random } from './random.ts';
import { requestStorm } from './request-storm.ts';

export type Length = 'short' | 'long';

type Race = { guarantee: string; run(pair: Pair, random: Random, length: Length): Promise<Outcome> };

const by = (length: Length, short: number, long: number): number => (length === 'short' ? short : long);

export const races: Readonly<Record<string, Race>> = {
  'double-spend': {
    guarantee: 'parallel confirmations of one account are accepted while the balance lasts, and not once more',
    run: (pair, random, length) => doubleSpend(pair, random, { rounds: by(length, 2, 100), attempts: by(length, 60, 500) }),
  },
  'otp-guesses': {
    guarantee: 'of any number of parallel guesses five are compared',
    run: (pair, random, length) => otpGuesses(pair, random, { rounds: by(length, 4, 20), guesses: by(length, 100, 1000) }),
  },
  'request-storm': {
    guarantee: 'parallel copies of a request are executed once and answered alike',
    run: (pair, random, length) => requestStorm(pair, random, { rounds: by(length, 3, 20), copies: by(length, 40, 100) }),
  },
  limits: {
    guarantee: 'limits of a day and of a balance hold under parallel transfers and credits',
    run: (pair, random, length) => limitRace(pair, random, { rounds: by(length, 2, 100), accounts: by(length, 12, 20) }),
  },
  disable: {
    guarantee: 'nothing is confirmed for a customer after "disabled" was answered',
    run: (pair, random, length) => disableRace(pair, random, { rounds: by(length, 3, 50), accounts: by(length, 12, 24) }),
  },
  leases: {
    guarantee: 'two workers take each row once, and one that slept through its lease changes nothing',
    run: (pair, _random, length) => leaseRace(pair, { transfers: by(length, 20, 500) }),
  },
  'mixed-verbs': {
    guarantee: 'a random mix of all verbs gives no server error and leaks no deadlock',
    run: (pair, random, length) => mixedVerbs(pair, random, { seconds: by(length, 4, 60) }),
  },
};
