import { assertNever } from '#src/lib/assert.ts';
import { nairaText, parseNaira } from '#src/lib/money.ts';
import type { Institution } from '#src/transfers/rails/rail.ts';
import { parseWireRecord, readWireText } from '#src/transfers/rails/wire-json.ts';
import type { HttpQuestion, HttpReply } from './http-reply.ts';
import { json } from './http-reply.ts';
import type { RailSimulator, SimulatedReply } from './simulator.ts';
import { createTokenDesk } from './token-desk.ts';

const MIN_KOBO = 100n;
const MAX_KOBO = 1_000_000_000n;
/** Nobody's number: the simulator gives no one a bank verification number. */
const NO_BVN = '00000000000';

export type EasyPayRoutes = {
  /** Undefined when the path is none of EasyPay's. */
  answer(question: HttpQuestion): Promise<HttpReply | undefined>;
  /** Every token is refused from now on. */
  revokeTokens(): void;
};

type Fields = Record<string, unknown>;

const TRANSFER_NEEDS = [
  'sourceInstitutionCode', 'destinationInstitutionCode', 'nameEnquiryRef', 'channelCode', 'amount', 'beneficiaryAccountName',
  'beneficiaryAccountNumber', 'originatorAccountName', 'originatorAccountNumber', 'mandateReferenceNumber', 'billerId',
] as const;

type Call = { needs: readonly string[]; work: (simulator: RailSimulator, fields: Fields) => Promise<HttpReply> };

const calls: ReadonlyMap<string, Call> = new Map([
  ['/nipservice/v1/nip/nameenquiry', { needs: ['accountNumber', 'channelCode', 'destinationInstitutionCode'], work: enquire }],
  ['/nipservice/v1/nip/fundstransfer', { needs: TRANSFER_NEEDS, work: transfer }],
  ['/nipservice/v1/nip/tsq', { needs: [], work: query }],
]);

/**
 * The simulator in EasyPay's wire format. It answers with the format's known oddities on purpose: account numbers without their
 * leading zeros or within extra quotes, channel codes as numbers, errors as `{code, message}`.
 */
export function createEasyPayRoutes(
  simulator: RailSimulator,
  options: { nowMs: () => number; tokenSeconds: number },
): EasyPayRoutes {
  const tokens = createTokenDesk(options.nowMs, options.tokenSeconds);
  return {
    revokeTokens: tokens.revokeAll,
    answer: async ({ method, path, authorization, body }) => {
      if (method === 'POST' && (path === '/v2/reset' || path === '/reset')) return tokens.issue(body);
      const isList = method === 'GET' && path === '/nipservice/v1/nip/institutions';
      const call = method === 'POST' ? calls.get(path) : undefined;
      if (!isList && call === undefined) return undefined;
      if (!tokens.isGood(authorization)) return json(401, { message: 'Unauthorized' });
      if (call === undefined) return list(simulator);
      const fields = parseWireRecord(body);
      if (fields === null) return json(400, { code: 'A5', message: 'The body is not a JSON object' });
      const missing = call.needs.find((name) => text(fields, name) === '');
      if (missing !== undefined) return json(400, { code: 'A4', message: `${missing} is empty` });
      if (!/^\d{30}$/.test(text(fields, 'transactionId'))) return json(400, { code: 'A5', message: 'transactionId is invalid' });
      return call.work(simulator, fields);
    },
  };
}

async function enquire(simulator: RailSimulator, fields: Fields): Promise<HttpReply> {
  const bankCode = text(fields, 'destinationInstitutionCode');
  const accountNumber = text(fields, 'accountNumber');
  return render(await simulator.enquire({ bankCode, accountNumber }), (answered) => ({
    ...common(fields, answered),
    channelCode: Number(text(fields, 'channelCode')),
    destinationInstitutionCode: bankCode,
    accountNumber: accountNumber.replace(/^0+(?=\d)/, ''),
    accountName: answered.accountName ?? '',
    bankVerificationNumber: NO_BVN,
    kycLevel: '3',
  }));
}

async function transfer(simulator: RailSimulator, fields: Fields): Promise<HttpReply> {
  const railRef = text(fields, 'transactionId');
  const amount = parseNaira(text(fields, 'amount'));
  if (!amount.ok || amount.kobo < MIN_KOBO || amount.kobo > MAX_KOBO) return json(200, { responseCode: '13', transactionId: railRef });
  const beneficiaryAccountNumber = text(fields, 'beneficiaryAccountNumber');
  const narration = text(fields, 'beneficiaryNarration');
  const reply = await simulator.send({ railRef, amountKobo: amount.kobo, beneficiaryAccountNumber, narration });
  return render(reply, (answered) => ({
    ...common(fields, answered),
    channelCode: text(fields, 'channelCode'),
    nameEnquiryRef: text(fields, 'nameEnquiryRef'),
    destinationInstitutionCode: text(fields, 'destinationInstitutionCode'),
    beneficiaryAccountName: text(fields, 'beneficiaryAccountName'),
    beneficiaryAccountNumber: `"${beneficiaryAccountNumber}"`,
    narration,
    paymentReference: text(fields, 'paymentReference'),
    amount: nairaText(amount.kobo),
  }));
}

async function query(simulator: RailSimulator, fields: Fields): Promise<HttpReply> {
  const reply = await simulator.query(text(fields, 'transactionId'));
  return render(reply, (answered) => ({ ...common(fields, answered), channelCode: '7' }));
}

async function list(simulator: RailSimulator): Promise<HttpReply> {
  const reply = await simulator.institutions();
  if (reply.kind !== 'list' && reply.kind !== 'truncated') return renderTrouble(reply);
  const whole = reply.institutions.map(institutionRow);
  if (reply.kind === 'list') return json(200, whole);
  const text = JSON.stringify(whole);
  return { kind: 'text', status: 200, contentType: 'application/json', body: text.slice(0, text.length / 2) };
}

function render(reply: SimulatedReply, body: (answered: SimulatedReply & { kind: 'answer' }) => unknown): HttpReply {
  return reply.kind === 'answer' ? json(200, body(reply)) : renderTrouble(reply);
}

function renderTrouble(reply: Exclude<SimulatedReply, { kind: 'answer' }>): HttpReply {
  switch (reply.kind) {
    case 'silence':
      return { kind: 'close' };
    case 'down':
      return { kind: 'text', status: 503, contentType: 'text/html', body: '<html><body>Service Unavailable</body></html>' };
    case 'junk':
      return reply.body === 'empty'
        ? { kind: 'text', status: 200, contentType: 'application/json', body: '' }
        : { kind: 'text', status: 200, contentType: 'text/xml', body: '<?xml version="1.0"?><Response><Code>00</Code></Response>' };
    default:
      return assertNever(reply);
  }
}

function common(fields: Fields, answered: { responseCode: string; sessionId: string }): Record<string, unknown> {
  return { responseCode: answered.responseCode, sessionID: answered.sessionId, transactionId: text(fields, 'transactionId') };
}

function institutionRow({ nipCode, name, category }: Institution): unknown {
  return { institutionCode: nipCode, institutionName: name, category: Number(category), categoryCode: category };
}

function text(fields: Fields, name: string): string {
  return readWireText(fields, name) ?? '';
}
