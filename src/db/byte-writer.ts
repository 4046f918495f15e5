/**
 * Bytes as PostgreSQL reads them, whole numbers big-endian and text as UTF-8, written one behind the other into memory that is used again: a batch binds thousands of values,
 * and a text or buffer for each was a quarter of what the garbage collector had to take away (docs/performance.md).
 */
export type ByteWriter = {
  /** Where the next byte goes. */
  at(): number;
  /** Forgets what was written behind this place. */
  rewind(to: number): void;
  byte(value: number): void;
  int16(value: number): void;
  int32(value: number): void;
  /** Of a whole number within 2^53. */
  int64(value: number): void;
  bigInt64(value: bigint): void;
  text(value: string): void;
  bytes(value: Uint8Array): void;
  /** Over two bytes that were written before. */
  setInt16(place: number, value: number): void;
  /** Over four bytes that were written before, as a length that is known only afterwards. */
  setInt32(place: number, value: number): void;
  /** What was written, and begins anew. */
  take(): Buffer;
};

const leastRoom = 64 * 1024;
/** One large document must not be kept room for ever after. */
const mostKept = 1024 * 1024;

export function createByteWriter(): ByteWriter {
  let buffer = Buffer.alloc(0);
  let view = new DataView(buffer.buffer);
  let end = 0;

  function resize(length: number): void {
    const memory = new ArrayBuffer(length);
    const grown = Buffer.from(memory);
    grown.set(buffer.subarray(0, end));
    buffer = grown;
    view = new DataView(memory);
  }

  /** Answers where so many bytes go. What is written into may be another afterwards. */
  function reserve(count: number): number {
    if (end + count > buffer.byteLength) resize(Math.max(leastRoom, 2 * buffer.byteLength, end + count));
    const place = end;
    end += count;
    return place;
  }

  return {
    at: () => end,
    rewind(to) {
      end = to;
    },
    byte(value) {
      const place = reserve(1);
      view.setUint8(place, value);
    },
    int16(value) {
      const place = reserve(2);
      view.setInt16(place, value);
    },
    int32(value) {
      const place = reserve(4);
      view.setInt32(place, value);
    },
    int64(value) {
      const place = reserve(8);
      const high = Math.floor(value / 2 ** 32);
      view.setInt32(place, high);
      view.setUint32(place + 4, value - high * 2 ** 32);
    },
    bigInt64(value) {
      const place = reserve(8);
      view.setBigInt64(place, value);
    },
    text(value) {
      // No character takes more: one beyond 16 bits counts twice in `length` and takes four bytes.
      const place = reserve(value.length * 3);
      end = place + buffer.write(value, place);
    },
    bytes(value) {
      const place = reserve(value.byteLength);
      buffer.set(value, place);
    },
    setInt16: (place, value) => view.setInt16(place, value),
    setInt32: (place, value) => view.setInt32(place, value),
    take() {
      const taken = Buffer.from(buffer.subarray(0, end));
      end = 0;
      if (buffer.byteLength > mostKept) resize(leastRoom);
      return taken;
    },
  };
}
