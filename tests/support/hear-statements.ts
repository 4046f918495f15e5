import pg from 'pg';
import { vi } from 'vitest';
import { textOf } from '#src/db/statement-messages.ts';
import { isRecord } from '#src/lib/assert.ts';

/** Hears the statements that travel in groups on connections of this process, and changes nothing of it, until `vi.restoreAllMocks`. Values are told as PostgreSQL reads them, bytes as they are; `place`: in its group. */
export function hearStatements(heard: (text: string, values: readonly unknown[], place: number) => void): void {
  const { query } = pg.Client.prototype;
  const told = (value: unknown): unknown => (value === null || value === undefined || value instanceof Uint8Array ? value : textOf(value));
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function hear(this: pg.Client, ...given: unknown[]): unknown {
    const [group] = given;
    const asked = isRecord(group) && Array.isArray(group['asked']) ? group['asked'] : [];
    asked.forEach(({ text, values }, place) => heard(text, values.map(told), place));
    return Reflect.apply(query, this, given);
  });
}
