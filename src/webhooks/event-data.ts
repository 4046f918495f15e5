/** What a caller may send as the `data` of an event. */
import { type Failure, fail } from '#src/errors.ts';

const maxBytes = 16 * 1024;
const maxDepth = 10;

/** Why this data is not taken, or null. */
export function dataRefusal(data: Readonly<Record<string, unknown>>): Failure | null {
  if (Buffer.byteLength(JSON.stringify(data)) > maxBytes) return fail('invalid_field', { field: '/data', message: `The data is larger than ${maxBytes} bytes as JSON.` });
  if (isDeeper(data, maxDepth)) return fail('invalid_field', { field: '/data', message: `The data is nested deeper than ${maxDepth} levels.` });
  return null;
}

/** The data itself is the first level. Bodies are at most 32 deep before they come here. */
function isDeeper(node: unknown, levels: number): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return levels === 0 || Object.values(node).some((child) => isDeeper(child, levels - 1));
}
