/** The load: each client initiates, validates, and begins again, one request outstanding. */
import { type Connection, openConnection, postRequest, type Reply } from './connection.ts';
import { beneficiary, type BenchClient } from './prepare.ts';

export type Load = {
  /** Length of the measured part as it was, in seconds. */
  seconds: number;
  confirmations: number;
  initiateMs: Latency;
  validateMs: Latency;
  /** Initiate and validate together. */
  bothMs: Latency;
  /** Answers other than 200, the ramp included: `409 otp_superseded` → how many. */
  refusals: Record<string, number>;
};

export type Latency = { p50: number; p99: number; max: number };

type Samples = { initiate: number[]; validate: number[]; both: number[] };
type Run = { port: number; measureFrom: number; until: number; samples: Samples; refusals: Map<string, number>; name: string };

/** Runs `rampSeconds` unmeasured, then measures. `onMeasuring` is called in between. */
export async function runLoad(port: number, clients: readonly BenchClient[], options: { rampSeconds: number; seconds: number; onMeasuring(): void }): Promise<Load> {
  const connections = await Promise.all(clients.map(() => openConnection(port)));
  const measureFrom = performance.now() + options.rampSeconds * 1000;
  const run: Run = {
    port, measureFrom, until: measureFrom + options.seconds * 1000, samples: { initiate: [], validate: [], both: [] }, refusals: new Map(), name: Date.now().toString(36),
  };
  const timer = setTimeout(options.onMeasuring, options.rampSeconds * 1000);
  await Promise.all(clients.map((client, index) => drive(run, client, connections[index], index)));
  clearTimeout(timer);
  for (const connection of connections) connection.close();
  return {
    seconds: options.seconds,
    confirmations: run.samples.both.length,
    initiateMs: latency(run.samples.initiate),
    validateMs: latency(run.samples.validate),
    bothMs: latency(run.samples.both),
    refusals: Object.fromEntries(run.refusals),
  };
}

async function drive(run: Run, client: BenchClient, connection: Connection | undefined, index: number): Promise<void> {
  if (connection === undefined) return;
  while (client.turn < client.sessions) {
    const { turn } = client;
    const started = performance.now();
    if (started >= run.until) return;
    client.turn += 1;
    const requestId = `${run.name}-${index}-${turn}`;
    const initiated = await connection.exchange(postRequest('/sandbox/v1/transfer/collection/initiate', client.token, `${requestId}-i`, initiateBody(client.sessionId(turn), client.accountNumber)));
    const between = performance.now();
    if (!isGood(run, initiated)) continue;
    const validated = await connection.exchange(postRequest('/sandbox/v1/transfer/validate', client.token, `${requestId}-v`, validateBody(initiated.body)));
    const ended = performance.now();
    // What ended in the measured part is its work: to leave out what began before it would make slow turns seem rarer than they are.
    if (!isGood(run, validated) || ended < run.measureFrom || ended > run.until) continue;
    run.samples.initiate.push(between - started);
    run.samples.validate.push(ended - between);
    run.samples.both.push(ended - started);
  }
  throw new Error('A client used up its name-enquiry sessions: raise mostPerSecond in bench/prepare.ts.');
}

function isGood(run: Run, reply: Reply): boolean {
  if (reply.status === 200) return true;
  const what = `${reply.status} ${/"code":"([^"]+)"/.exec(reply.body)?.[1] ?? ''}`.trim();
  run.refusals.set(what, (run.refusals.get(what) ?? 0) + 1);
  return false;
}

export function initiateBody(sessionId: string, accountNumber: string, beneficiaryAccountName: string = beneficiary.accountName): string {
  return JSON.stringify({
    nameEnquirySessionId: sessionId, sourceAccountNumber: accountNumber,
    beneficiaryAccountName, beneficiaryAccountNumber: beneficiary.accountNumber, beneficiaryBankCode: beneficiary.bankCode, amount: 10.5, narration: 'Bench',
  });
}

/** The sandbox's fixed code stands in for the text message, which a caller here cannot read. */
export function validateBody(initiated: string): string {
  const read = (key: string): string => new RegExp(`"${key}":"([^"]+)"`).exec(initiated)?.[1] ?? '';
  return `{"transactionId":"${read('transactionId')}","otpReferenceId":"${read('otpReferenceId')}","otp":"123456"}`;
}

export function latency(samples: readonly number[]): Latency {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = (share: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
