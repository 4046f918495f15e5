/** The whole way: enquire, initiate, validate, settled on the simulator, and the webhook in the hands of a receiver. */
import { openConnection, postRequest } from '../../connection.ts';
import { beneficiary, call } from '../../prepare.ts';
import { drain } from '../../books.ts';
import { initiateBody, validateBody } from '../../load.ts';
import { type Answers, sumRefusals } from '../load/answers.ts';
import { openReceiver, type Receiver } from '../load/receiver.ts';
import { nameOfRun } from '../load/requests.ts';
import { runLoad } from '../load/run-load.ts';
import type { Work } from '../load/work.ts';
import type { SuiteOptions } from '../options.ts';
import { type Payer, payersFor } from '../payers.ts';
import { type Block, emptyBlock, goal } from '../report/block.ts';
import { baselineText, latencyText, meanOf, rateHead, rateRow, rounded } from '../report/figures.ts';
import type { Stage } from '../stage.ts';
import { initiatePath, validatePath } from './confirming.ts';

const enquiryPath = '/sandbox/v1/transfer/name-enquiry';
const enquiryBody = JSON.stringify({ accountNumber: beneficiary.accountNumber, bankCode: beneficiary.bankCode });
/** An endpoint takes four calls at a time: with eight, 32 calls in flight were what was measured. */
const tenants = 32;
const deliveredWithinMs = 60_000;
/** About what a journey takes when all callers are on their way. */
const turnSeconds = 3;

export async function journeyBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const receiver = await openReceiver();
  try {
    for (const tenant of await stage.tenants(tenants)) {
      await call(stage.program().port, 'POST', '/webhooks', tenant.token, { url: `http://127.0.0.1:${receiver.port}/events`, events: ['payment.success'] });
    }
    const counts = options.clients.filter((clients) => clients >= 64);
    const before = await stage.baseline();
    stage.loaded();
    const runs = [];
    for (const clients of counts.length === 0 ? options.clients.slice(-1) : counts) {
      const payers = await stage.payers(payersFor(clients, tenants), tenants);
      const run = await runLoad(stage.program(), journeys(stage.program().port, payers, receiver), { clients, seconds: options.seconds, rampSeconds: Math.min(turnSeconds, options.seconds) });
      say(`journey, ${clients} clients: ${run.perSecond} a second`);
      runs.push(run);
    }
    await drain(stage.program().connection);
    const after = await stage.baseline();
    const mean = meanOf(before, after);
    const best = Math.max(...runs.map((run) => run.perSecond));
    return {
      ...emptyBlock,
      title: 'Whole journeys',
      text: [
        `Name enquiry, initiate, validate, sent to the simulated rail, settled, and \`payment.success\` delivered over HTTP to a receiver in the load generator's process; then the same caller begins anew. ${tenants} organizations with an endpoint each.`,
        baselineText(before, after),
      ],
      tables: [
        { head: rateHead, rows: runs.map((run) => rateRow('journey', run, mean)) },
        { head: ['Clients', ...steps.map((step) => `${step}, ms`)], rows: runs.map((run) => [String(run.clients), ...steps.map((step) => latencyText(run.latencyMs[step]))]) },
      ],
      rates: runs.map((run) => ({ what: 'whole journeys', perSecond: run.perSecond })),
      goals: [goal('b', 'whole journeys, settled and delivered, for each pgbench transaction', 'at least', 0.6, mean === null ? null : rounded(best / mean), '', `${best}/s`)],
      refusals: sumRefusals(runs.map((run) => run.refusals)),
      raw: { runs, before, after },
    };
  } finally {
    receiver.close();
  }
}

const steps = ['enquire', 'initiate', 'validate', 'settled and delivered'] as const;

function journeys(port: number, payers: readonly Payer[], receiver: Receiver): Work {
  const name = nameOfRun();
  return {
    unit: 'journey',
    steps,
    async open(client, answers) {
      const connection = await openConnection(port);
      const payer = payers[client];
      if (payer === undefined) throw new Error('There is no payer.');
      let turn = 0;
      const post = (path: string, step: string, body: string) => connection.exchange(postRequest(path, payer.token, `${name}-${client}-${turn}-${step}`, body));
      return {
        async turn() {
          turn += 1;
          const found = await post(enquiryPath, 'e', enquiryBody);
          const enquired = performance.now();
          if (!answers.good(found)) return null;
          const body = initiateBody(field(found.body, 'sessionId'), payer.accountNumber, field(found.body, 'accountName'));
          const initiated = await post(initiatePath, 'i', body);
          const between = performance.now();
          if (!answers.good(initiated)) return null;
          const transactionId = field(initiated.body, 'transactionId');
          const arrival = receiver.arrival(transactionId);
          const validated = await post(validatePath, 'v', validateBody(initiated.body));
          const confirmed = performance.now();
          if (!answers.good(validated) || !(await comes(arrival, answers))) {
            receiver.forget(transactionId);
            return null;
          }
          return [enquired, between, confirmed, performance.now()];
        },
        close: connection.close,
      };
    },
  };
}

const field = (body: string, name: string): string => new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1] ?? '';

async function comes(arrival: Promise<void>, answers: Answers): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), deliveredWithinMs);
  const came = await Promise.race([arrival.then(() => true), late.promise]);
  clearTimeout(timer);
  if (!came) answers.missed('no webhook');
  return came;
}
