/**
 * `npm run bench -- duplicates`: what it costs to hold a document against the 10,000 likenesses that the alarm of duplicates looks at, none of them alike, so that none is left out. Beside it in the
 * same run: fetching the same rows and opening nothing, which is what any comparison here costs at least.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_OPERATOR } from '#src/banks/banks.ts';
import { readConfig } from '#src/config.ts';
import type { Tx } from '#src/db/database.ts';
import { sql } from '#src/db/sql.ts';
import { findDuplicates, type Likenesses, mostCompared, storeLikenesses } from '#src/kyc/likeness.ts';
import { insertCheck } from '#src/kyc/store.ts';
import { systemIds } from '#src/lib/ids.ts';
import { openDatabase } from '#src/open-database.ts';
import { createOrganization } from '#src/organizations/create-organization.ts';
import { createKeyring, type TenantKeys } from '#src/organizations/keyring.ts';
import { seededRandom } from '#tests/simulation/random.ts';

const rounds = 20;
const checksAtOnce = 1_000;
/** The aim: milliseconds of this process's CPU for one look-up. */
const mostCpuMs = 50;

type Cost = { wallMs: number; cpuMs: number };
const random = seededRandom(7);

/** True where the aim is met. */
export async function benchDuplicates(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openteller-bench-'));
  const config = readConfig({ DATA_DIR: dataDir }, { operator: DEFAULT_OPERATOR });
  const { db, stop } = await openDatabase(config, { say: () => undefined, onError: () => undefined });
  try {
    const { tenants } = await createOrganization(db, systemIds(), config.masterKey, 'Bench');
    const keys = await createKeyring(db, config.masterKey).of(tenants.sandbox);
    for (let stored = 0; stored < mostCompared; stored += checksAtOnce) await db.write(tenants.sandbox, (tx) => fill(tx, keys, checksAtOnce));
    const inTenant = (work: (tx: Tx) => Promise<unknown>) => db.write(tenants.sandbox, work);
    const first = await measured(() => inTenant((tx) => findDuplicates(tx, keys, 'IP B00000000', unlike())));
    const [fetched, compared]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      fetched.push(await measured(() => inTenant((tx) => tx.rows(sql`select check_id, picture, content_sealed from kyc_likeness where tenant_id = ${tx.tenantId} order by created_at desc, check_id, picture limit ${mostCompared}`))));
      compared.push(await measured(() => inTenant((tx) => findDuplicates(tx, keys, 'IP B00000000', unlike()))));
    }
    return report({ first, fetched: median(fetched), compared: median(compared) });
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fill(tx: Tx, keys: TenantKeys, checks: number): Promise<void> {
  const ids = systemIds();
  for (let count = 0; count < checks; count += 1) {
    const checkId = ids.newId('chk');
    await insertCheck(tx, {
      checkId, customerId: null, kind: 'document', provider: 'local', providerReference: null, outcome: 'passed', fields: {}, score: null, threshold: null, consent: null, reading: null, retryOf: null, duplicateOf: [],
      credentialId: 'crd_bench', requestId: checkId,
    }, { subjectIndex: keys.index('kyc_check.document', checkId), claimsIndex: null, passedParts: [], named: false });
    await storeLikenesses(tx, keys, checkId, `IP ${checkId}`, unlike());
  }
}

/** A face like nobody else's, and a picture like no other. */
function unlike(): Likenesses {
  const face = Float32Array.from({ length: 128 }, () => random.next() * 2 - 1);
  return { document: { face, pictureHash: `p2:${Array.from({ length: 320 }, () => random.between(0, 15).toString(16)).join('')}` }, selfie: null };
}

async function measured(work: () => Promise<unknown>): Promise<Cost> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
}

function median(costs: readonly Cost[]): Cost {
  const of = (pick: (cost: Cost) => number): number => costs.map(pick).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
  return { wallMs: of(({ wallMs }) => wallMs), cpuMs: of(({ cpuMs }) => cpuMs) };
}

function report({ first, fetched, compared }: { first: Cost; fetched: Cost; compared: Cost }): boolean {
  const row = (name: string, { wallMs, cpuMs }: Cost): string => `| ${name} | ${wallMs.toFixed(1)} | ${cpuMs.toFixed(1)} |`;
  const text = `# One document against ${mostCompared.toLocaleString('en')} likenesses

${process.platform} ${release()}, ${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}. Medians of ${rounds}, nothing alike; CPU is this process's, without the database's.

| What | ms | CPU ms |
|---|---|---|
${row('fetching the same rows, opening nothing', fetched)}
${row('the look-up', compared)}
${row('the first look-up of a process', first)}

The look-up is ${(compared.cpuMs / fetched.cpuMs).toFixed(2)} of the fetch. The aim is at most ${mostCpuMs} ms of CPU: ${compared.cpuMs <= mostCpuMs ? 'met' : 'missed'}.
`;
  process.stdout.write(text);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'duplicates.md'), text);
  return compared.cpuMs <= mostCpuMs;
}
