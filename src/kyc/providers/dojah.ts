/** Dojah as identity provider. Each question is one attempt of at most ten seconds; repeating is the caller's business. */
import { parseCompanyNumber } from '#src/lib/identifiers.ts';
import { callDojah, type DojahCall, type DojahOptions, type DojahReply } from './dojah-http.ts';
import { readDocumentNumber, readPhotoIdSelfie, readSelfieVerification } from './dojah-wire.ts';
import type { DocumentAnswer, DocumentQuery, FaceAnswer, FaceQuery, IdentityProvider, RegistryAnswer, RegistryQuery, TaxAnswer, TaxQuery, Unavailable, Unsupported } from './identity-provider.ts';
import { base64, baseOf } from './provider-http.ts';
import { plainNumber, readPerson, readTaxpayer } from './registry-fields.ts';

type Call = (call: DojahCall, signal: AbortSignal) => Promise<DojahReply>;

/** @throws TypeError when `baseUrl` is no URL */
export function dojahProvider(options: DojahOptions): IdentityProvider {
  const settings = { ...options, baseUrl: baseOf(options.baseUrl) };
  const call: Call = (asked, signal) => callDojah(settings, asked, signal);
  return {
    name: 'dojah',
    lookUp: (query, signal) => lookUp(call, query, signal),
    compareFace: (query, signal) => compareFace(call, query, signal),
    readDocument: (query, signal) => readDocument(call, query, signal),
    lookUpTax: (query, signal) => lookUpTax(call, query, signal),
  };
}

/** The BVN's advanced record, because only that one says whether it is watch-listed and which NIN it is linked to. */
async function lookUp(call: Call, query: RegistryQuery, signal: AbortSignal): Promise<RegistryAnswer> {
  const { registry, number, reference } = query;
  const reply = await call(registry === 'bvn' ? { path: '/api/v1/kyc/bvn/advance', query: { bvn: number } } : { path: '/api/v1/kyc/nin', query: { nin: number } }, signal);
  if (reply.kind !== 'answer') return missingOrTrouble(reply);
  const record = readPerson(reply.entity);
  return record === null ? unexpected : { outcome: 'found', record, providerReference: reference };
}

async function compareFace(call: Call, query: FaceQuery, signal: AbortSignal): Promise<FaceAnswer> {
  const { registry, number, picture, reference } = query;
  const reply = await call({ path: `/api/v1/kyc/${registry}/verify`, body: { [registry]: number, selfie_image: base64(picture) } }, signal);
  if (speaksOfFaces(reply)) return { outcome: 'no_face', providerReference: null };
  if (reply.kind !== 'answer') return missingOrTrouble(reply);
  const compared = readSelfieVerification(reply.entity);
  if (compared === null) return unexpected;
  return compared === 'no_photo' ? { outcome: 'no_photo', providerReference: reference } : { outcome: 'compared', ...compared, providerReference: reference };
}

/** Reads the document first; the faces are compared only when a number could be read. */
async function readDocument(call: Call, query: DocumentQuery, signal: AbortSignal): Promise<DocumentAnswer> {
  const { documentNumber, image, selfie, reference } = query;
  const analysis = await call({ path: '/api/v1/document/analysis', body: { input_type: 'base64', imagefrontside: base64(image) } }, signal);
  if (analysis.kind === 'refused') return { outcome: 'unreadable', providerReference: null };
  if (analysis.kind === 'trouble') return { outcome: 'unavailable', detail: analysis.detail };
  const found = readDocumentNumber(analysis.entity);
  if (found === null) return unexpected;
  if (found === 'unreadable') return { outcome: 'unreadable', providerReference: reference };
  const read = { outcome: 'read', numberMatches: plainNumber(found.number) === plainNumber(documentNumber), providerReference: reference } as const;
  if (selfie === undefined) return { ...read, face: null };
  const faces = await call({ path: '/api/v1/kyc/photoid/verify', body: { photoid_image: base64(image), selfie_image: base64(selfie) } }, signal);
  if (speaksOfFaces(faces)) return { outcome: 'no_face', providerReference: reference };
  if (faces.kind !== 'answer') return faces.kind === 'trouble' ? { outcome: 'unavailable', detail: faces.detail } : refused(faces.status);
  const face = readPhotoIdSelfie(faces.entity);
  return face === null ? unexpected : { ...read, face };
}

async function lookUpTax(call: Call, query: TaxQuery, signal: AbortSignal): Promise<TaxAnswer> {
  const { channel, number, reference } = query;
  // Dojah knows no tax look-up by phone. That is no verdict about the number.
  if (channel === 'PHONE') return { outcome: 'unsupported', detail: 'Dojah has no look-up by phone number' };
  const company = channel === 'CAC' ? parseCompanyNumber(number) : null;
  // It asks the register of companies alone: the digits of a business name are another company's there.
  if (channel === 'CAC' && (company === null || (company.register ?? 'RC') !== 'RC')) return { outcome: 'unsupported', detail: 'Dojah looks up companies (RC) alone' };
  const reply = await call(company === null ? { path: '/api/v1/kyc/tin', query: { tin: number } } : { path: '/api/v1/kyc/cac', query: { rc_number: company.digits } }, signal);
  if (reply.kind !== 'answer') return missingOrTrouble(reply);
  const taxpayer = readTaxpayer(reply.entity);
  return taxpayer === null ? unexpected : { outcome: 'found', ...taxpayer, providerReference: reference };
}

const unexpected: Unavailable = { outcome: 'unavailable', detail: 'answer of an unknown shape' };

/** Only an explicit "not found" is one; every other refusal leaves the question open, for another provider perhaps. */
function missingOrTrouble(reply: Exclude<DojahReply, { kind: 'answer' }>): { outcome: 'not_found'; providerReference: null } | Unavailable | Unsupported {
  if (reply.kind === 'trouble') return { outcome: 'unavailable', detail: reply.detail };
  const missing = reply.status === 404 || /not found|no record|does not exist/i.test(reply.message);
  return missing ? { outcome: 'not_found', providerReference: null } : refused(reply.status);
}

/** Dojah is well, and would not answer this. */
const refused = (status: number): Unsupported => ({ outcome: 'unsupported', detail: `refused with ${status}` });

function speaksOfFaces(reply: DojahReply): boolean {
  return reply.kind === 'refused' && /\bface/i.test(reply.message);
}
