/** Messages of PostgreSQL's extended query protocol (manual, "Message Formats"), as a group of statements is made of. */
import { type ElementType, elementTypesOf, writeArray } from './array-binary.ts';
import { arrayText } from './array-text.ts';
import type { ByteWriter } from './byte-writer.ts';
import { timestampText } from './timestamps.ts';

const textFormat = 0;
const binaryFormat = 1;

export function writeParse(writer: ByteWriter, name: string, text: string): void {
  const place = begin(writer, 'P');
  zeroEnded(writer, name);
  zeroEnded(writer, text);
  writer.int16(0);
  end(writer, place);
}

/**
 * To the unnamed portal; what it answers is asked for as text. The statement's text says of what its lists are.
 * @throws TypeError, RangeError for what is no value
 */
export function writeBind(writer: ByteWriter, statement: { name: string; text: string; values: readonly unknown[] }): void {
  const { name, text, values } = statement;
  const elementTypes = elementTypesOf(text);
  const place = begin(writer, 'B');
  zeroEnded(writer, '');
  zeroEnded(writer, name);
  writer.int16(values.length);
  const formats = writer.at();
  for (let at = 0; at < values.length; at += 1) writer.int16(textFormat);
  writer.int16(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value === null || value === undefined) {
      writer.int32(-1);
      continue;
    }
    const length = writer.at();
    writer.int32(0);
    if (wroteBinary(writer, value, elementTypes[at])) writer.setInt16(formats + 2 * at, binaryFormat);
    else writer.text(textOf(value));
    writer.setInt32(length, writer.at() - length - 4);
  }
  writer.int16(1);
  writer.int16(textFormat);
  end(writer, place);
}

/** The columns of what the unnamed portal answers. */
export function writeDescribe(writer: ByteWriter): void {
  const place = begin(writer, 'D');
  writer.byte(code('P'));
  zeroEnded(writer, '');
  end(writer, place);
}

/** All rows of the unnamed portal. */
export function writeExecute(writer: ByteWriter): void {
  const place = begin(writer, 'E');
  zeroEnded(writer, '');
  writer.int32(0);
  end(writer, place);
}

/** The server forgets a statement. */
export function writeClose(writer: ByteWriter, name: string): void {
  const place = begin(writer, 'C');
  writer.byte(code('S'));
  zeroEnded(writer, name);
  end(writer, place);
}

export function writeSync(writer: ByteWriter): void {
  end(writer, begin(writer, 'S'));
}

function wroteBinary(writer: ByteWriter, value: unknown, elementType: ElementType | undefined): boolean {
  if (Array.isArray(value)) return elementType !== undefined && writeArray(writer, value, elementType);
  if (!(value instanceof Uint8Array)) return false;
  writer.bytes(value);
  return true;
}

/** As PostgreSQL reads it. @throws TypeError, RangeError */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Date) return timestampText(value);
  const json = JSON.stringify(value);
  if (json === undefined) throw new TypeError(`A ${typeof value} cannot be bound.`);
  return json;
}

/** Answers where the message's length stands, which counts itself and not the kind before it. */
function begin(writer: ByteWriter, kind: string): number {
  writer.byte(code(kind));
  const place = writer.at();
  writer.int32(0);
  return place;
}

function end(writer: ByteWriter, place: number): void {
  writer.setInt32(place, writer.at() - place);
}

function zeroEnded(writer: ByteWriter, text: string): void {
  writer.text(text);
  writer.byte(0);
}

const code = (letter: string): number => letter.charCodeAt(0);
