import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createEasyPayRail } from './easypay.ts';
import type { EasyPayConfig } from './easypay.ts';
import { sampleInstruction } from './rail-contract.ts';
import type { Rail } from './rail.ts';

type Seen = { path: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; body?: string } | 'hang' | 'drop' | 'half';

/** A rail that says exactly what a test wants, token calls included. */
async function startStub(reply: (seen: Seen, count: number) => Reply): Promise<{ url: string; seen: Seen[]; server: Server }> {
  const seen: Seen[] = [];
  const answer = (response: ServerResponse, wanted: Reply): void => {
    if (wanted === 'hang') return;
    if (wanted === 'drop') response.destroy();
    else if (wanted === 'half') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"responseCode":"00",', () => response.destroy());
    } else response.writeHead(wanted.status ?? 200).end(wanted.body ?? '');
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const now = { path: request.url ?? '', headers: request.headers, body };
      seen.push(now);
      answer(response, reply(now, seen.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, seen, server };
}

const TOKEN = { body: '{"token_type":"Bearer","expires_in":3599,"access_token":"first"}' };
const isToken = (seen: Seen): boolean => seen.path === '/v2/reset';
const patient = (): AbortSignal => AbortSignal.timeout(5_000);

describe('the EasyPay adapter', () => {
  const servers: Server[] = [];
  let nowMs = 0;
  const railTo = (url: string, changes: Partial<EasyPayConfig> = {}): Rail =>
    createEasyPayRail(
      {
        baseUrl: url,
        clientId: 'client',
        clientSecret: 'se&cret',
        apiKey: 'key',
        sourceInstitutionCode: '000034',
        channelCode: '7',
        mandateReferenceNumber: 'RC1/1/1',
        billerId: 'biller',
        transactionLocation: '6.45,3.39',
        bankVerificationNumber: '00000000000',
        kycLevel: '3',
        ...changes,
      },
      () => nowMs,
    );
  const stub = async (reply: (seen: Seen, count: number) => Reply) => {
    const started = await startStub(reply);
    servers.push(started.server);
    return { ...started, rail: railTo(started.url) };
  };
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('sends every value as text, the amount as naira with two decimals, ids with their zeros', async () => {
    const { rail, seen } = await stub((request) => (isToken(request) ? TOKEN : { body: '{"responseCode":"00"}' }));
    const instruction = sampleInstruction({ amountKobo: 100_000_000_01n, paymentReference: 'OT-1/a b' });
    expect(await rail.send(instruction, patient())).toEqual({ verdict: 'success', responseCode: '00' });
    const [token, transfer] = seen;
    expect(token).toMatchObject({
      headers: { apikey: 'key', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=client&client_secret=se%26cret&scope=client%2F.default&grant_type=client_credentials',
    });
    expect(transfer).toMatchObject({ path: '/nipservice/v1/nip/fundstransfer', headers: { authorization: 'Bearer first' } });
    const body: unknown = JSON.parse(transfer?.body ?? '');
    expect(body).toEqual({
      sourceInstitutionCode: '000034',
      destinationInstitutionCode: '000014',
      transactionId: instruction.railRef,
      nameEnquiryRef: instruction.nameEnquiryRef,
      channelCode: '7',
      amount: '100000000.01',
      beneficiaryAccountName: 'BAYO SAMPLE',
      beneficiaryAccountNumber: '0123456789',
      beneficiaryBankVerificationNumber: '',
      beneficiaryKYCLevel: '',
      beneficiaryNarration: 'rent',
      originatorAccountName: 'ADA SAMPLE',
      originatorAccountNumber: '0099887766',
      originatorBankVerificationNumber: '00000000000',
      originatorKYCLevel: '3',
      originatorNarration: 'rent',
      transactionLocation: '6.45,3.39',
      paymentReference: 'OT1/ab',
      mandateReferenceNumber: 'RC1/1/1',
      billerId: 'biller',
      InitiatorAccountName: 'ADA SAMPLE',
      InitiatorAccountNumber: '0099887766',
    });
  });

  it.each<[string, Reply, string]>([
    ['an empty body', { body: '' }, 'empty'],
    ['XML', { body: '<Response><Code>05</Code></Response>' }, 'unparsable'],
    ['cut JSON', { body: '{"responseCode":"05"' }, 'unparsable'],
    ['a list', { body: '[{"responseCode":"05"}]' }, 'unparsable'],
    ['no code', { body: '{"sessionID":"1"}' }, 'no_response_code'],
    ['a null code', { body: '{"responseCode":null}' }, 'no_response_code'],
    ['a code of somebody else', { body: '{"code":"05","message":"?"}' }, 'no_response_code'],
    ['a success under code', { body: '{"code":"00","message":"?"}' }, 'no_response_code'],
    ['an unlisted code', { body: '{"responseCode":"77"}' }, 'unlisted_code'],
    ['another transaction', { body: `{"responseCode":"05","transactionId":"${'9'.repeat(30)}"}` }, 'other_transaction'],
    ['a refusal with HTTP 500', { status: 500, body: '{"responseCode":"05"}' }, 'http_500'],
    ['a success with HTTP 400', { status: 400, body: '{"responseCode":"00"}' }, 'http_400'],
    ['a gateway without the route', { status: 404, body: '{"message":"no Route matched with those values"}' }, 'http_404'],
    ['a rate limit', { status: 429, body: '{"responseCode":"05"}' }, 'http_429'],
    ['a redirect', { status: 302 }, 'http_302'],
    ['an answer without an end in sight', { body: `{"responseCode":"05","pad":"${'x'.repeat(70_000)}"}` }, 'too_large'],
    ['a dropped connection', 'drop', 'reset'],
    ['a connection dropped within the answer', 'half', 'reset'],
  ])('takes %s for no proof, on a transfer and on a query', async (_name, reply, detail) => {
    const { rail } = await stub((request) => (isToken(request) ? TOKEN : reply));
    const instruction = sampleInstruction();
    const sent = await rail.send(instruction, patient());
    expect(sent).toMatchObject({ verdict: 'indeterminate', detail });
    expect(sent.notSent).toBeUndefined();
    expect(await rail.query(instruction.railRef, patient())).toMatchObject({ verdict: 'indeterminate', detail });
  });

  it('takes the application\'s own errors as the table says', async () => {
    const { rail } = await stub((request) => (isToken(request) ? TOKEN : { status: 400, body: '{"code":"A4","message":"empty"}' }));
    expect(await rail.send(sampleInstruction(), patient())).toEqual({ verdict: 'reject', responseCode: 'A4' });
    expect(await rail.query(sampleInstruction().railRef, patient())).toMatchObject({ verdict: 'indeterminate', responseCode: 'A4' });
  });

  it('gives up after its own deadline', async () => {
    const { url } = await stub((request) => (isToken(request) ? TOKEN : 'hang'));
    const evidence = await railTo(url, { totalMs: 200 }).send(sampleInstruction(), patient());
    expect(evidence).toEqual({ verdict: 'indeterminate', responseCode: null, detail: 'timeout' });
  });

  it('says notSent only when the transfer cannot have left', async () => {
    const refused = await railTo('http://127.0.0.1:1').send(sampleInstruction(), patient());
    expect(refused).toEqual({ verdict: 'indeterminate', responseCode: null, detail: 'token_connect_failed', notSent: true });
    for (const token of [{ status: 500 }, { body: '<xml/>' }, { body: '{}' }, 'drop'] as const) {
      const { rail, seen } = await stub(() => token);
      expect(await rail.send(sampleInstruction(), patient())).toMatchObject({ verdict: 'indeterminate', notSent: true });
      expect(seen.every(isToken)).toBe(true);
    }
  });

  it('says notSent when the rail goes away between the token and the transfer', async () => {
    const { rail, server } = await stub((request) => (isToken(request) ? TOKEN : { body: '{"responseCode":"00"}' }));
    await rail.query(sampleInstruction().railRef, patient());
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    expect(await rail.send(sampleInstruction(), patient())).toMatchObject({ verdict: 'indeterminate', detail: 'connect_failed', notSent: true });
  });

  it('keeps a token until shortly before its end, and fetches one for many', async () => {
    const { rail, seen } = await stub((request) => (isToken(request) ? TOKEN : { body: '{"responseCode":"00"}' }));
    await Promise.all(Array.from({ length: 5 }, () => rail.send(sampleInstruction(), patient())));
    nowMs += 3_400_000;
    await rail.send(sampleInstruction(), patient());
    expect(seen.filter(isToken)).toHaveLength(1);
    nowMs += 100_000;
    await rail.send(sampleInstruction(), patient());
    expect(seen.filter(isToken)).toHaveLength(2);
  });

  it('renews a refused token once, and sends the same transaction once more and no more', async () => {
    const { rail, seen } = await stub((request) => (isToken(request) ? TOKEN : { status: 401, body: '{"message":"Unauthorized"}' }));
    const evidence = await rail.send(sampleInstruction(), patient());
    expect(evidence).toEqual({ verdict: 'indeterminate', responseCode: null, detail: 'http_401' });
    expect(seen.map((request) => isToken(request))).toEqual([true, false, true, false]);
    expect(seen[1]?.body).toBe(seen[3]?.body);
  });

  it('sends a transfer once, whatever comes back', async () => {
    for (const reply of [{ status: 500 }, { body: '' }, 'drop', { body: '{"responseCode":"96"}' }] as const) {
      const { rail, seen } = await stub((request) => (isToken(request) ? TOKEN : reply));
      await rail.send(sampleInstruction(), patient());
      expect(seen.filter((request) => !isToken(request))).toHaveLength(1);
    }
  });

  it('finds a name only with an id to refer to, for the account that was asked about', async () => {
    const sessionID = '9'.repeat(30);
    const enquire = async (body: unknown) => {
      const { rail } = await stub((request) => (isToken(request) ? TOKEN : { body: typeof body === 'string' ? body : JSON.stringify(body) }));
      return rail.enquire({ sessionId: '0'.repeat(30), bankCode: '000014', accountNumber: '0112345678' }, patient());
    };
    const good = { responseCode: '00', sessionID, accountName: ' ADA SAMPLE ', accountNumber: 112345678, kycLevel: 3 };
    expect(await enquire(good)).toEqual({ outcome: 'found', sessionId: sessionID, accountName: 'ADA SAMPLE', kycLevel: '3' });
    const unusable = { outcome: 'unavailable', responseCode: '00' };
    expect(await enquire({ ...good, accountNumber: '0112345679' })).toEqual(unusable);
    expect(await enquire({ ...good, accountName: '' })).toEqual(unusable);
    expect(await enquire(`{"responseCode":"00","accountName":"A B","sessionID":9.999992206081408e+29}`)).toEqual(unusable);
    expect(await enquire({ responseCode: '06' })).toEqual({ outcome: 'account_dormant', responseCode: '06' });
    expect(await enquire({ responseCode: '16' })).toEqual({ outcome: 'bank_not_found', responseCode: '16' });
  });

  it('reads institutions with lost zeros and numbers for text, leaves out what is none, and takes nothing else for a list', async () => {
    const listOf = async (reply: Reply): Promise<unknown> => {
      const { rail } = await stub((request) => (isToken(request) ? TOKEN : reply));
      return rail.institutions?.(patient());
    };
    const rows = [{ institutionCode: 14, institutionName: ' ACCESS BANK ', category: 2 }, { institutionCode: '"090405"', institutionName: 'MONIEPOINT', category: 9, categoryCode: '9' }, { institutionCode: '1234567', institutionName: 'LONG' }, { institutionCode: '000015' }, null, 'x'];
    expect(await listOf({ body: JSON.stringify(rows) })).toEqual([{ nipCode: '000014', name: 'ACCESS BANK', category: '2' }, { nipCode: '090405', name: 'MONIEPOINT', category: '9' }]);
    expect(await listOf({ body: '[]' })).toEqual([]);
    for (const reply of [{ body: JSON.stringify({ institutions: rows }) }, { body: '[{"institutionCode":"000014"' }, { body: '<list/>' }, { body: '' }, { status: 500, body: '[]' }, 'drop', 'half'] as const) {
      await expect(listOf(reply)).rejects.toThrow('did not give its list');
    }
  });
});
