/**
 * The database cannot be used as configured, and a person must change something. The message is one line that says
 * what is wrong and what to do; programs print it without a stack.
 */
export class DatabaseStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'DatabaseStartError';
  }
}
