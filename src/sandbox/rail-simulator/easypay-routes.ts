import { randomBytes } from 'node:crypto';
import { assertNever } from '#src/lib/assert.ts';
import { nairaText, parseNaira } from '#src/lib/money.ts';
import { parseWireRecord, readWireText } from '#src/transfers/rails/wire-json.ts';
import type { HttpQuestion, HttpReply } from './http-reply.ts';
import { json } from './http-reply.ts';
import type { RailSimulator, SimulatedReply } from './simulator.ts';

const TOKENS_MAX = 1_000;
const MIN_KOBO = 100n;
const MAX_KOBO = 1_000_000_000n;
/** Nobody's number: the simulator gives no one a bank verification number. */
const NO_BVN = '00000000000';

export type SimulatedInstitution = { nipCode: string; name: string };

export type EasyPayRoutes = {
  /** Undefined when the path is none of EasyPay's. */
  answer(question: HttpQuestion): Promise<HttpReply | undefined>;
  /** Every token is refused from now on. */
  revokeTokens(): void;
};

type Fields = Record<string, unknown>;

/**
 * The simulator in EasyPay's wire format. It answers with the format's known oddities on purpose: account numbers without their
 * leading zeros or within extra quotes, channel codes as numbers, errors as `{code, message}`.
 */
export function createEasyPayRoutes(
  simulator: RailSimulator,
  options: { institutions: readonly SimulatedInstitution[]; nowMs: () => number; tokenSeconds: number },
): EasyPayRoutes {
  const tokens = new Map<string, number>();

  const issueToken = (question: HttpQuestion): HttpReply => {
    const form = new URLSearchParams(question.body);
    const complete = ['client_id', 'client_secret', 'scope'].every((name) => (form.get(name) ?? '') !== '');
    if (!complete || form.get('grant_type') !== 'client_credentials') return json(400, { error: 'invalid_request' });
    const token = randomBytes(24).toString('base64url');
    const [oldest] = tokens.keys();
    if (tokens.size >= TOKENS_MAX && oldest !== undefined) tokens.delete(oldest);
    tokens.set(token, options.nowMs() + options.tokenSeconds * 1_000);
    const { tokenSeconds } = options;
    return json(200, { token_type: 'Bearer', expires_in: tokenSeconds, ext_expires_in: tokenSeconds, access_token: token });
  };

  const isAuthorized = (authorization: string | undefined): boolean => {
    const until = tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    return until !== undefined && options.nowMs() < until;
  };

  const enquire = async (fields: Fields): Promise<HttpReply> => {
    const bankCode = text(fields, 'destinationInstitutionCode');
    const accountNumber = text(fields, 'accountNumber');
    const reply = await simulator.enquire({ bankCode, accountNumber });
    return render(reply, (answered) => ({
      ...common(fields, answered),
      channelCode: Number(text(fields, 'channelCode')),
      destinationInstitutionCode: bankCode,
      accountNumber: accountNumber.replace(/^0+(?=\d)/, ''),
      accountName: answered.accountName ?? '',
      bankVerificationNumber: NO_BVN,
      kycLevel: '3',
    }));
  };

  const transfer = async (fields: Fields): Promise<HttpReply> => {
    const amount = parseNaira(text(fields, 'amount'));
    const echo = { transactionId: fields['transactionId'], channelCode: text(fields, 'channelCode') };
    if (!amount.ok || amount.kobo < MIN_KOBO || amount.kobo > MAX_KOBO) return json(200, { responseCode: '13', ...echo });
    const beneficiaryAccountNumber = text(fields, 'beneficiaryAccountNumber');
    const narration = text(fields, 'beneficiaryNarration');
    const railRef = text(fields, 'transactionId');
    const reply = await simulator.send({ railRef, amountKobo: amount.kobo, beneficiaryAccountNumber, narration });
    return render(reply, (answered) => ({
      ...common(fields, answered),
      ...echo,
      nameEnquiryRef: text(fields, 'nameEnquiryRef'),
      destinationInstitutionCode: text(fields, 'destinationInstitutionCode'),
      beneficiaryAccountName: text(fields, 'beneficiaryAccountName'),
      beneficiaryAccountNumber: `"${beneficiaryAccountNumber}"`,
      narration,
      paymentReference: text(fields, 'paymentReference'),
      amount: nairaText(amount.kobo),
    }));
  };

  const query = async (fields: Fields): Promise<HttpReply> =>
    render(await simulator.query(text(fields, 'transactionId')), (answered) => ({ ...common(fields, answered), channelCode: '7' }));

  const calls = new Map<string, { needs: readonly string[]; work: (fields: Fields) => Promise<HttpReply> }>([
    ['/nipservice/v1/nip/nameenquiry', { needs: ['accountNumber', 'channelCode', 'destinationInstitutionCode'], work: enquire }],
    [
      '/nipservice/v1/nip/fundstransfer',
      {
        needs: [
          'sourceInstitutionCode', 'destinationInstitutionCode', 'nameEnquiryRef', 'channelCode', 'amount', 'beneficiaryAccountName',
          'beneficiaryAccountNumber', 'originatorAccountName', 'originatorAccountNumber', 'mandateReferenceNumber', 'billerId',
        ],
        work: transfer,
      },
    ],
    ['/nipservice/v1/nip/tsq', { needs: [], work: query }],
  ]);

  return {
    revokeTokens: () => tokens.clear(),
    answer: async (question) => {
      const { method, path } = question;
      if (method === 'POST' && (path === '/v2/reset' || path === '/reset')) return issueToken(question);
      const isList = method === 'GET' && path === '/nipservice/v1/nip/institutions';
      const call = method === 'POST' ? calls.get(path) : undefined;
      if (!isList && call === undefined) return undefined;
      if (!isAuthorized(question.authorization)) return json(401, { message: 'Unauthorized' });
      if (call === undefined) return json(200, options.institutions.map(institutionRow));
      const fields = parseWireRecord(question.body);
      if (fields === null) return json(400, { code: 'A5', message: 'The body is not a JSON object' });
      const missing = call.needs.find((name) => text(fields, name) === '');
      if (missing !== undefined) return json(400, { code: 'A4', message: `${missing} is empty` });
      if (!/^\d{30}$/.test(text(fields, 'transactionId'))) return json(400, { code: 'A5', message: 'transactionId is invalid' });
      return call.work(fields);
    },
  };
}

function render(reply: SimulatedReply, body: (answered: SimulatedReply & { kind: 'answer' }) => unknown): HttpReply {
  switch (reply.kind) {
    case 'answer':
      return json(200, body(reply));
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

function institutionRow(institution: SimulatedInstitution): unknown {
  return { institutionCode: institution.nipCode, institutionName: institution.name, category: 2, categoryCode: '2' };
}

function text(fields: Fields, name: string): string {
  return readWireText(fields, name) ?? '';
}
