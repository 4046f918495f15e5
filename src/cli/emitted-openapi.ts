/** The OpenAPI document of the routes, as it is committed. Needs no database: routes are data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { createApp, version } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { createDatabase } from '#src/db/database.ts';
import { openApiDocument } from '#src/http/openapi.ts';
import { documentedEvents } from '#src/webhooks/documented-events.ts';

export async function emittedOpenApi(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-openapi-'));
  const config = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const open = await openAdapters(config, null);
  // Never connected: emitting reads declarations only.
  const db = createDatabase({ host: dataDir }, { poolSize: 1, onError: () => undefined });
  try {
    const { routes } = createApp({ config, db, log: pino({ level: 'silent' }), open });
    return `${JSON.stringify(openApiDocument({ routes, version, webhooks: documentedEvents() }), null, 2)}\n`;
  } finally {
    await db.close();
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
