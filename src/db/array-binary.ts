/**
 * Lists as PostgreSQL's binary arrays: dimensions, whether there are nulls, what the elements are, how many, the first one's number, and each with its length before it (PostgreSQL
 * source, `array_recv`). Nothing needs quoting, bytes stay bytes, and the server reads numbers and moments as they are.
 */
import type { ByteWriter } from './byte-writer.ts';

/** The type of a list's elements. */
export type ElementType = {
  /** As in `pg_type`. */
  oid: number;
  /** Writes the element with its length; false: it is nothing that this type has in binary form. */
  write(writer: ByteWriter, element: unknown): boolean;
};

/** PostgreSQL counts microseconds from 2000-01-01T00:00Z. */
const epochMs = Date.UTC(2000, 0, 1);
/** Beyond, a count of microseconds is no exact number here: from 1715 to 2284. */
const mostMsFromEpoch = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

const types: Readonly<Record<string, ElementType>> = {
  text: {
    oid: 25,
    write(writer, element) {
      if (typeof element !== 'string') return false;
      const place = writer.at();
      writer.int32(0);
      writer.text(element);
      writer.setInt32(place, writer.at() - place - 4);
      return true;
    },
  },
  bytea: {
    oid: 17,
    write(writer, element) {
      if (!(element instanceof Uint8Array)) return false;
      writer.int32(element.byteLength);
      writer.bytes(element);
      return true;
    },
  },
  bigint: {
    oid: 20,
    write(writer, element) {
      if (typeof element !== 'bigint' || BigInt.asIntN(64, element) !== element) return false;
      writer.int32(8);
      writer.bigInt64(element);
      return true;
    },
  },
  int: {
    oid: 23,
    write(writer, element) {
      if (typeof element !== 'number' || (element | 0) !== element) return false;
      writer.int32(4);
      writer.int32(element);
      return true;
    },
  },
  bool: {
    oid: 16,
    write(writer, element) {
      if (typeof element !== 'boolean') return false;
      writer.int32(1);
      writer.byte(element ? 1 : 0);
      return true;
    },
  },
  timestamptz: {
    oid: 1184,
    write(writer, element) {
      const ms = element instanceof Date ? element.getTime() - epochMs : Number.NaN;
      // Also where it is no moment at all.
      if (!(Math.abs(ms) <= mostMsFromEpoch)) return false;
      writer.int32(8);
      writer.int64(ms * 1000);
      return true;
    },
  },
};

const placesByText = new Map<string, readonly (ElementType | undefined)[]>();

/** For each parameter of a statement what the elements of its list are, where it says so, as in `$2::text[]`, and where they have a binary form here. */
export function elementTypesOf(text: string): readonly (ElementType | undefined)[] {
  const known = placesByText.get(text);
  if (known !== undefined) return known;
  const places: (ElementType | undefined)[] = [];
  for (const [, place, type = ''] of text.matchAll(/\$(\d+)::(\w+)\[\](?!\[)/g)) places[Number(place) - 1] = Object.hasOwn(types, type) ? types[type] : undefined;
  placesByText.set(text, places);
  return places;
}

/** False, and nothing written: an element is not of the type. */
export function writeArray(writer: ByteWriter, list: readonly unknown[], { oid, write }: ElementType): boolean {
  const start = writer.at();
  writer.int32(list.length === 0 ? 0 : 1);
  const hasNulls = writer.at();
  writer.int32(0);
  writer.int32(oid);
  if (list.length > 0) {
    writer.int32(list.length);
    writer.int32(1);
  }
  for (const element of list) {
    if (element === null || element === undefined) {
      writer.setInt32(hasNulls, 1);
      writer.int32(-1);
    } else if (!write(writer, element)) {
      writer.rewind(start);
      return false;
    }
  }
  return true;
}
