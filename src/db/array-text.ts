/** Lists as PostgreSQL's array literals, `{"a",NULL,7}` (PostgreSQL manual, "Array Input and Output Syntax"): those that have no binary form in `array-binary.ts`. */
import { timestampText } from './timestamps.ts';

/** `list` as the text of an array. Elements: strings, numbers, bigints, booleans, Dates, bytes, lists of these, null. @throws TypeError for any other. */
export function arrayText(list: readonly unknown[]): string {
  let text = '{';
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) text += ',';
    const element = list[index];
    text += typeof element === 'string' ? quoted(element) : elementText(element);
  }
  return `${text}}`;
}

/** Between quotes, only the quote itself and the backslash mean something. */
function quoted(element: string): string {
  const escaped = element.includes('\\') ? element.replace(/\\/g, '\\\\') : element;
  return escaped.includes('"') ? `"${escaped.replace(/"/g, '\\"')}"` : `"${escaped}"`;
}

function elementText(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  switch (typeof element) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(element);
    default:
  }
  if (element instanceof Date) return `"${timestampText(element)}"`;
  if (element instanceof Uint8Array) return `"\\\\x${Buffer.from(element.buffer, element.byteOffset, element.byteLength).toString('hex')}"`;
  if (Array.isArray(element)) return arrayText(element);
  throw new TypeError(`A list of ${typeof element} cannot be bound.`);
}
