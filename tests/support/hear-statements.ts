import pg from 'pg';
import { vi } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';

/**
 * Hears what connections of this process are asked, each statement by itself or in a group, and changes nothing of it, until `vi.restoreAllMocks`. A statement is told once
 * to each connection, and then goes by its name, which is its text's: to be begun before the first connection.
 */
export function hearStatements(heard: (text: string, values: readonly unknown[]) => void): void {
  const { parse, bind } = pg.Connection.prototype;
  const texts = new Map<unknown, string>();
  vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function told(this: pg.Connection, ...given: unknown[]): void {
    const [statement] = given;
    if (isRecord(statement) && typeof statement['text'] === 'string') texts.set(statement['name'], statement['text']);
    Reflect.apply(parse, this, given);
  });
  vi.spyOn(pg.Connection.prototype, 'bind').mockImplementation(function told(this: pg.Connection, ...given: unknown[]): void {
    const [bound] = given;
    const text = isRecord(bound) ? texts.get(bound['statement']) : undefined;
    if (isRecord(bound) && text !== undefined) heard(text, Array.isArray(bound['values']) ? bound['values'] : []);
    Reflect.apply(bind, this, given);
  });
}
