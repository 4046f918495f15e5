/**
 * QoreID as identity provider. It compares names itself and shows the record only to who knows them; a photo comes with the record and is
 * compared on this machine. Taxes and documents are not asked of it. Each question is one attempt of at most ten seconds for each of token and answer.
 */
import type { Claims, FaceAnswer, FaceQuery, IdentityProvider, RegistryAnswer, RegistryQuery, Unavailable, Unsupported } from './identity-provider.ts';
import { type QoreIdCall, qoreIdCaller, type QoreIdOptions, type QoreIdReply } from './qoreid-http.ts';
import { readQoreIdAnswer } from './qoreid-wire.ts';

/** `nowMs` is monotonic. @throws TypeError when `baseUrl` is no URL */
export function qoreIdProvider(options: QoreIdOptions, nowMs: () => number): IdentityProvider {
  const call = qoreIdCaller(options, nowMs);
  const unsupported = (detail: string) => async (_query: unknown, signal: AbortSignal): Promise<Unsupported> => {
    signal.throwIfAborted();
    return { outcome: 'unsupported', detail };
  };
  return {
    name: 'qoreid',
    lookUp: (query, signal) => lookUp(call, query, signal),
    compareFace: (query, signal) => showPhoto(call, query, signal),
    readDocument: unsupported('QoreID is not asked to read documents'),
    lookUpTax: unsupported('QoreID is not asked about taxes'),
  };
}

async function lookUp(call: QoreIdCall, { registry, number, claims, reference }: RegistryQuery, signal: AbortSignal): Promise<RegistryAnswer> {
  const reply = await call(registry, number, applicantOf(claims), signal);
  if (reply.kind !== 'answer') return withoutRecord(reply);
  const answer = readQoreIdAnswer(reply.body, registry, claims);
  if (answer === null) return unexpected;
  const providerReference = answer.id ?? reference;
  const { content } = answer;
  if ('record' in content) return { outcome: 'found', record: content.record, providerReference };
  const { matches } = content;
  const refuses = !matches.firstName || !matches.lastName || matches.otherName === false || matches.dateOfBirth === false;
  const saysAll = matches.dateOfBirth !== null && (matches.otherName !== null || claims.otherName === undefined);
  return refuses || saysAll ? { outcome: 'compared', matches, providerReference } : { outcome: 'unsupported', detail: 'QoreID did not compare every field' };
}

/** The photo of the record, by the NIN where it is known. Who does not know the names is shown none. */
async function showPhoto(call: QoreIdCall, query: FaceQuery, signal: AbortSignal): Promise<FaceAnswer> {
  const { claims, reference } = query;
  if (claims === undefined) return { outcome: 'unsupported', detail: 'QoreID shows no photo without the names' };
  const [registry, number] = query.nin === undefined ? [query.registry, query.number] as const : ['nin', query.nin] as const;
  const reply = await call(registry, number, applicantOf(claims), signal);
  if (reply.kind !== 'answer') return withoutRecord(reply);
  const answer = readQoreIdAnswer(reply.body, registry, claims);
  if (answer === null) return unexpected;
  const providerReference = answer.id ?? reference;
  const { content } = answer;
  if (!('record' in content)) return { outcome: 'unsupported', detail: 'QoreID showed no record for these names' };
  return content.photo === null ? { outcome: 'no_photo', providerReference } : { outcome: 'photo', photo: content.photo, providerReference };
}

function applicantOf({ firstName, lastName, otherName, dateOfBirth }: Claims): Record<string, string> {
  return { firstname: firstName, lastname: lastName, dob: dateOfBirth, ...(otherName === undefined ? {} : { middlename: otherName }) };
}

const unexpected: Unavailable = { outcome: 'unavailable', detail: 'answer of an unknown shape' };

function withoutRecord(reply: Exclude<QoreIdReply, { kind: 'answer' }>): { outcome: 'not_found'; providerReference: null } | Unavailable | Unsupported {
  if (reply.kind === 'missing') return { outcome: 'not_found', providerReference: null };
  return reply.kind === 'trouble' ? { outcome: 'unavailable', detail: reply.detail } : { outcome: 'unsupported', detail: `refused with ${reply.status}` };
}
