/** Single requests that write: credits, tokens, identity checks. */
import { randomInt } from 'node:crypto';
import { getRequest, postRequest } from '../../connection.ts';
import { sumRefusals } from '../load/answers.ts';
import { nameOfRun, repeated } from '../load/requests.ts';
import { type Figures, runLoad } from '../load/run-load.ts';
import type { Work } from '../load/work.ts';
import type { SuiteOptions } from '../options.ts';
import { payersFor } from '../payers.ts';
import { type Block, emptyBlock } from '../report/block.ts';
import { baselineText, meanOf, rateHead, rateRow } from '../report/figures.ts';
import type { Stage } from '../stage.ts';

export async function callsBlock(stage: Stage, options: SuiteOptions, say: (line: string) => void): Promise<Block> {
  const before = await stage.baseline();
  stage.loaded();
  const largest = options.clients.at(-1) ?? 1;
  const usual = Math.min(64, largest);
  const runs: [string, Figures][] = [];
  for (const clients of new Set([usual, largest])) runs.push(['sandbox credit', await runLoad(stage.program(), await credits(stage, clients), { clients, seconds: options.seconds })]);
  runs.push(['token', await runLoad(stage.program(), await tokens(stage), { clients: usual, seconds: options.seconds })]);
  runs.push(['KYC: a BVN validated', await runLoad(stage.program(), await validations(stage), { clients: usual, seconds: options.seconds })]);
  for (const [what, run] of runs) say(`${what}, ${run.clients} clients: ${run.perSecond} a second`);
  const after = await stage.baseline();
  const mean = meanOf(before, after);
  return {
    ...emptyBlock,
    title: 'Credits, tokens and identity checks',
    text: ['A credit is money that comes in from another bank, here from the sandbox: booked, told by an event, its answer stored. An identity check asks the simulated registry and stores what it said. A token is drawn and its hash stored.', baselineText(before, after)],
    tables: [{ head: rateHead, rows: runs.map(([what, run]) => rateRow(what, run, mean)) }],
    rates: runs.map(([what, run]) => ({ what, perSecond: run.perSecond })),
    refusals: sumRefusals(runs.map(([, run]) => run.refusals)),
    raw: { runs: Object.fromEntries(runs.map(([what, run]) => [`${what}, ${run.clients} clients`, run])), before, after },
  };
}

async function credits(stage: Stage, clients: number): Promise<Work> {
  const payers = await stage.payers(payersFor(clients, 1), 1);
  const name = nameOfRun();
  return repeated(stage.program().port, 'credit', (client, turn) => {
    const payer = payers[client];
    return postRequest('/sandbox/v1/sandbox/credit', payer?.token ?? '', `${name}-${client}-${turn}`, `{"accountNumber":"${payer?.accountNumber ?? ''}","amount":10.5}`);
  });
}

async function tokens(stage: Stage): Promise<Work> {
  const [tenant] = await stage.tenants(1);
  const name = nameOfRun();
  return repeated(stage.program().port, 'token', (client, turn) => getRequest('/sandbox/v1/auth/token', tenant?.credentials ?? '', `${name}-${client}-${turn}`));
}

/** Each is about another person: nobody's second check is answered from the first. */
async function validations(stage: Stage): Promise<Work> {
  const [tenant] = await stage.tenants(1);
  const name = nameOfRun();
  const start = randomInt(1_000, 9_000);
  return repeated(stage.program().port, 'check', (client, turn) => {
    const bvn = `2${String(start)}${String(client % 1_000).padStart(3, '0')}${String(turn % 1_000).padStart(3, '0')}`;
    return postRequest('/sandbox/v1/kyc/validate/bvn', tenant?.token ?? '', `${name}-${client}-${turn}`, `{"bvn":"${bvn}","firstName":"Tunde","lastName":"Adeyemi","dob":"1990-01-15"}`);
  });
}
