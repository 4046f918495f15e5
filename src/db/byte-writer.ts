/**
 * Bytes as PostgreSQL reads them, whole numbers big-endian and text as UTF-8, written one behind the other into memory that is used again: a batch binds thousands of values,
 * and a text or buffer for each was a fifth of what the garbage collector had to take away (docs/performance.md).
 */
export class ByteWriter {
  #buffer: Buffer = Buffer.alloc(0);
  #view = new DataView(new ArrayBuffer(0));
  #at = 0;

  /** Where the next byte goes. */
  get at(): number {
    return this.#at;
  }

  /** Forgets what was written behind this place. */
  rewind(to: number): void {
    this.#at = to;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#view.setUint8(this.#at, value);
    this.#at += 1;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  /** Of a whole number within 2^53. */
  int64(value: number): void {
    this.#reserve(8);
    const high = Math.floor(value / 2 ** 32);
    this.#view.setInt32(this.#at, high);
    this.#view.setUint32(this.#at + 4, value - high * 2 ** 32);
    this.#at += 8;
  }

  bigInt64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  text(value: string): void {
    // No character takes more: one beyond 16 bits is two in `length` and four bytes here.
    this.#reserve(value.length * 3);
    this.#at += this.#buffer.write(value, this.#at);
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.byteLength);
    this.#buffer.set(value, this.#at);
    this.#at += value.byteLength;
  }

  /** Over two bytes that were written before. */
  setInt16(place: number, value: number): void {
    this.#view.setInt16(place, value);
  }

  /** Over four bytes that were written before, as a length that is known only afterwards. */
  setInt32(place: number, value: number): void {
    this.#view.setInt32(place, value);
  }

  /** What was written, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#at));
    this.#at = 0;
    // One large document must not be kept room for ever after.
    if (this.#buffer.byteLength > mostKept) this.#resize(leastRoom);
    return taken;
  }

  #reserve(count: number): void {
    if (this.#at + count > this.#buffer.byteLength) this.#resize(Math.max(leastRoom, 2 * this.#buffer.byteLength, this.#at + count));
  }

  #resize(length: number): void {
    const memory = new ArrayBuffer(length);
    const grown = Buffer.from(memory);
    grown.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = grown;
    this.#view = new DataView(memory);
  }
}

const leastRoom = 64 * 1024;
const mostKept = 1024 * 1024;
