/** The OpenAPI documents of the routes, as they are committed: the API's and the dashboard's. Needs no database: routes are data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openAdapters } from '#src/adapters.ts';
import { createApp, version } from '#src/app.ts';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import { dashboardDocument } from '#src/dashboard/routes.ts';
import { createDatabase } from '#src/db/database.ts';
import { openApiDocument } from '#src/http/openapi.ts';
import { documentedEvents } from '#src/webhooks/documented-events.ts';

export async function emittedOpenApi(): Promise<{ api: string; dashboard: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-openapi-'));
  const config = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const open = await openAdapters(config, null);
  // Never connected: emitting reads declarations only.
  const db = createDatabase({ host: dataDir }, { poolSize: 1, onError: () => undefined });
  try {
    const { routes, dashboard } = createApp({ config, db, log: pino({ level: 'silent' }), open });
    const text = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
    return { api: text(openApiDocument({ routes, version, webhooks: documentedEvents() })), dashboard: text(dashboardDocument(dashboard, version)) };
  } finally {
    await db.close();
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
