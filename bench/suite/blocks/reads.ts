/** Reads beside a bare route that answers the same JSON. */
import { type Connection, getRequest, openConnection } from '../../connection.ts';
import { call, type Tenant } from '../../prepare.ts';
import { barePath, openBareRoute } from '../bare-route.ts';
import { sumRefusals } from '../load/answers.ts';
import { closedLoop } from '../load/closed-loop.ts';
import { nameOfRun, repeated } from '../load/requests.ts';
import { type Figures, runLoad } from '../load/run-load.ts';
import type { SuiteOptions } from '../options.ts';
import { type Block, emptyBlock, goal } from '../report/block.ts';
import { latencyText, percent, rounded } from '../report/figures.ts';
import type { Stage } from '../stage.ts';
import { confirming } from './confirming.ts';

type Read = { what: string; bytes: number; run: Figures; bareBefore: number; bareAfter: number; ratio: number };

const transfersRead = 500;
const customersRead = 50;

export async function readsBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const clients = Math.min(64, options.clients.at(-1) ?? 1);
  const [tenant] = await stage.tenants(1);
  if (tenant === undefined) throw new Error('There is no tenant.');
  const reads: Read[] = [];
  for (const [what, paths] of await pathsOf(stage, tenant, options)) {
    const found = await compare(stage, tenant, { what, paths, clients, seconds: options.seconds });
    say(`${what}: ${found.run.perSecond} a second, the bare route ${found.bareBefore} and ${found.bareAfter}`);
    reads.push(found);
  }
  stage.loaded();
  const [counted] = await stage.query<{ transfers: number }>('select count(*)::int as transfers from transfer where tenant_id = $1', [tenant.tenantId]);
  const worst = Math.min(...reads.map((read) => read.ratio));
  return {
    ...emptyBlock,
    title: 'Reads',
    text: [`Beside each, before and after: a bare Fastify route in a process of its own, which answers the same JSON to the same load generator. ${clients} callers; the organization has ${counted?.transfers.toLocaleString('en')} transfers, which the list counts.`],
    tables: [{
      head: ['What', 'Bytes of JSON', 'A second', 'Bare route before, after', 'Ratio to their mean', 'p50 / p99 / max, ms', 'CPU each, µs: program, database, load', 'Load generator of all CPU'],
      rows: reads.map(({ what, bytes, run, bareBefore, bareAfter, ratio }) => [
        what, String(bytes), String(run.perSecond), `${bareBefore}, ${bareAfter}`, String(ratio), latencyText(Object.values(run.latencyMs)[0]), `${run.cpuMicroseconds.program ?? '?'}, ${run.cpuMicroseconds.database ?? '?'}, ${run.cpuMicroseconds.load}`, percent(run.loadShare),
      ]),
    }],
    rates: reads.map(({ what, run }) => ({ what, perSecond: run.perSecond })),
    goals: [goal('c', 'reads, to the bare route: the slowest of three', 'at least', 0.5, worst, '', reads.map((read) => `${read.what} ${read.ratio}`).join(', '))],
    refusals: sumRefusals(reads.map((read) => read.run.refusals)),
    raw: reads,
  };
}

async function compare(stage: Stage, tenant: Tenant, { what, paths, clients, seconds }: { what: string; paths: readonly string[]; clients: number; seconds: number }): Promise<Read> {
  const name = nameOfRun();
  const requestOf = (client: number, turn: number): string => getRequest(paths[(client * 7 + turn) % paths.length] ?? '', tenant.token, `${name}-${client}-${turn}`);
  const connection = await openConnection(stage.program().port);
  const body = await bodyOf(connection, requestOf(0, 0));
  connection.close();
  const bare = await openBareRoute(body);
  try {
    const bareRate = async (): Promise<number> => {
      const closed = await closedLoop(repeated(bare.port, what, () => getRequest(barePath, tenant.token, name)), { clients, rampSeconds: 0.5, seconds: Math.ceil(seconds / 2), onMeasuring: () => undefined, onMeasured: () => undefined });
      return Math.round(closed.units / closed.seconds);
    };
    const bareBefore = await bareRate();
    const run = await runLoad(stage.program(), repeated(stage.program().port, what, requestOf), { clients, seconds });
    const bareAfter = await bareRate();
    return { what, bytes: body.length, run, bareBefore, bareAfter, ratio: rounded(run.perSecond / ((bareBefore + bareAfter) / 2)) };
  } finally {
    await bare.close();
  }
}

async function bodyOf(connection: Connection, request: string): Promise<string> {
  const { status, body } = await connection.exchange(request);
  if (status !== 200) throw new Error(`A read answered ${status}: ${body}`);
  return Buffer.from(body, 'latin1').toString('utf8');
}

async function pathsOf(stage: Stage, tenant: Tenant, { seconds }: SuiteOptions): Promise<[string, string[]][]> {
  const { port } = stage.program();
  let transfers = await finalTransfers(stage, tenant);
  if (transfers.length === 0) {
    // Nothing has run on this stage before.
    await runLoad(stage.program(), await confirming(stage, { clients: 8, tenants: 1, seconds: 3 }), { clients: 8, seconds: Math.min(2, seconds) });
    transfers = await finalTransfers(stage, tenant);
  }
  const customers = await Promise.all(Array.from({ length: customersRead }, async (_, at) => {
    const body = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15', phone: '08031234567', bvn: `23${String(Date.now() % 1e7).padStart(7, '0')}${String(at).padStart(2, '0')}` };
    const { customerId } = await call(port, 'POST', '/customer/profile/individual', tenant.token, body);
    return `/sandbox/v1/customer/profile/${String(customerId)}`;
  }));
  await stage.query('analyze');
  return [['transfer status', transfers.map((id) => `/sandbox/v1/transfer/status/${id}`)], ['customer profile', customers], ['list of 20 transfers', ['/sandbox/v1/transfers?page=1&pageSize=20']]];
}

async function finalTransfers(stage: Stage, { tenantId }: Tenant): Promise<string[]> {
  const rows = await stage.query<{ transaction_id: string }>('select transaction_id from transfer where tenant_id = $1 order by initiated_at limit $2', [tenantId, transfersRead]);
  return rows.map((row) => row.transaction_id);
}
