/** What the service said about single fields, by their paths as forms name them: `/directors/0/bvn` → `directors.0.bvn`. */
import { CallError } from './client.ts';

export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return {};
  return Object.fromEntries(error.refusals.flatMap(({ field, message }) => (field === null ? [] : [[field.replace(/^\//, '').replaceAll('/', '.'), message]])));
}
