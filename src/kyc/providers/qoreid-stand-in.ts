/** Test support: a server that answers as QoreID does, for one specimen person and the reserved numbers of the sandbox; its tokens can be ended. */
import { specimen } from './identity-contract.ts';
import { qoreIdPaths } from './qoreid-http.ts';
import { fieldOf, reservedDigit, startStandIn, type StandIn, type StandInCall, type StandInReply } from './stand-in-server.ts';

export const qoreIdCredentials = { clientId: 'client-for-tests', secret: 'secret-for-tests' };

/** A picture of one pixel. */
export const specimenPhoto = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export type QoreIdStandIn = StandIn & {
  /** Every token given so far is refused from now on. */
  endTokens(): void;
};

export async function startQoreIdStandIn(): Promise<QoreIdStandIn> {
  const valid = new Set<string>();
  let given = 0;
  const isToken = (call: StandInCall): boolean => call.path === qoreIdPaths.token;
  const standIn = await startStandIn((call) => {
    if (isToken(call)) {
      if (fieldOf(call, 'clientId') !== qoreIdCredentials.clientId || fieldOf(call, 'secret') !== qoreIdCredentials.secret) return error(401, 'Invalid credentials');
      const accessToken = `token-${given += 1}`;
      valid.add(accessToken);
      return { status: 201, body: JSON.stringify({ accessToken, expiresIn: 7200, tokenType: 'Bearer' }) };
    }
    return valid.has((call.headers.authorization ?? '').replace('Bearer ', '')) ? replyTo(call) : error(401, 'Unauthorized');
  }, isToken);
  return { ...standIn, endTokens: () => valid.clear() };
}

const error = (status: number, message: string): StandInReply => ({ status, body: JSON.stringify({ statusCode: status, message }) });

function replyTo(call: StandInCall): StandInReply {
  const product = (['bvn', 'nin'] as const).find((name) => call.path.startsWith(`${qoreIdPaths[name]}/`));
  if (product === undefined) return error(404, `Cannot ${call.method} ${call.path}`);
  if (fieldOf(call, 'firstname') === '' || fieldOf(call, 'lastname') === '') return error(400, 'firstname and lastname are required');
  const number = call.path.split('/').at(-1) ?? '';
  switch (reservedDigit(number)) {
    case '1':
      return error(404, 'The ID provided was not found');
    case '2':
      return mismatch(product, { firstname: false, lastname: false, dob: true });
    case '3':
      return mismatch(product, { firstname: true, lastname: true, dob: false });
    case '5':
      return error(503, 'Upstream is not available');
    case '6':
      return 'silence';
    case '9':
      return verified(product, number, '');
    default:
      return verified(product, number, specimenPhoto);
  }
}

function verified(product: 'bvn' | 'nin', number: string, photo: string): StandInReply {
  return {
    status: 200,
    body: JSON.stringify({
      id: 1607, applicant: { firstname: specimen.firstName, lastname: specimen.lastName },
      summary: { [`${product}_check`]: { status: 'EXACT_MATCH', fieldMatches: { firstname: true, lastname: true } } },
      status: { state: 'complete', status: 'verified' },
      [product]: {
        [product]: number, firstname: specimen.firstName, lastname: specimen.lastName, middlename: specimen.otherName, phone: '08000000000', gender: 'm', birthdate: '15-01-1990', photo,
        residence: { address1: '1 Specimen Street', lga: 'Ikeja', state: 'Lagos' },
      },
    }),
  };
}

/** The record stays hidden. */
function mismatch(product: 'bvn' | 'nin', fieldMatches: Record<string, boolean>): StandInReply {
  return {
    status: 200,
    body: JSON.stringify({
      id: 1608, applicant: { firstname: specimen.firstName, lastname: specimen.lastName },
      summary: { [`${product}_check`]: { status: 'NO_MATCH', fieldMatches } },
      status: { state: 'complete', status: 'id_mismatch' },
    }),
  };
}
