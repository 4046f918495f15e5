/** What a run stops at: a promise that did not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
  /** The number of the promise in the reliability rules (I1 to I11), or the constraint that refused. */
  readonly promise: string;

  constructor(promise: string, message: string) {
    super(`${promise}: ${message}`);
    this.promise = promise;
  }
}

/** @throws Violation */
export function hold(promise: string, holds: boolean, message: () => string): void {
  if (!holds) throw new Violation(promise, message());
}
