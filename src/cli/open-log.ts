/** The program's log: lines of JSON on standard output. */
import { type Logger, pino } from 'pino';
import { describeError } from '#src/http/request-log.ts';

/** Written when so much has gathered: one call of the system for a dozen requests instead of one for each. */
const chunkBytes = 4096;
/** Or so long after the last time; what a `kill -9` can take away. */
const longestWaitMs = 100;
/** While standard output takes nothing (a full disk), later lines are dropped beyond this. */
const keptBytes = 2 ** 20;

/**
 * A log that gathers its lines. They are written in whole and in order, the last of them when the process ends by itself, by
 * `process.exit` or by an error nobody caught. Writing is synchronous: a write still on its way to the system would be lost at the end.
 */
export function openLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, minLength: chunkBytes, maxLength: keptBytes, periodicFlush: longestWaitMs });
  // A log that cannot be written must not end what it tells of.
  output.on('error', () => undefined);
  process.on('exit', () => output.flush());
  // The driver's errors carry the row they are about, and the whole connection.
  return pino({ level, serializers: { err: (error) => describeError(error) } }, output);
}
