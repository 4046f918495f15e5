import { Socket } from 'node:net';

type Told = (error?: Error | null) => void;

/**
 * A socket that sends what is written in one turn of the event loop in one call of the operating system. The driver sends each statement by
 * itself, so statements that are asked together were as many calls, and each woke the server for a part of what it was about to get: a
 * quarter of the program's time under load went there (docs/performance.md).
 */
export class GatheringSocket extends Socket {
  #gathering = false;

  override write(chunk: string | Uint8Array, second?: BufferEncoding | Told, third?: Told): boolean {
    if (!this.#gathering) this.#gather();
    return typeof second === 'string' ? super.write(chunk, second, third) : super.write(chunk, second);
  }

  #gather(): void {
    this.#gathering = true;
    this.cork();
    // Runs when the promises of this turn have settled: statements that wait for nothing are all written by then.
    process.nextTick(() => {
      this.#gathering = false;
      this.uncork();
    });
  }
}
