/**
 * Prembly's IdentityPass as identity provider: number and channel for taxes, a record for BVN and NIN, its own comparison of faces.
 * Each question is one attempt of at most ten seconds; repeating, or asking another provider, is the caller's business.
 */
import { z } from 'zod';
import { assertNever } from '#src/lib/assert.ts';
import type { FaceAnswer, FaceQuery, IdentityProvider, RegistryAnswer, RegistryQuery, TaxAnswer, TaxQuery, Unavailable, Unsupported } from './identity-provider.ts';
import { type PremblyCall, premblyCaller, type PremblyOptions, type PremblyReply } from './prembly-http.ts';
import { base64, memberOf } from './provider-http.ts';
import { readPerson, readTaxpayer } from './registry-fields.ts';

/** @throws TypeError when `baseUrl` is no URL */
export function premblyProvider(options: PremblyOptions): IdentityProvider {
  const call = premblyCaller(options);
  return {
    name: 'prembly',
    lookUp: (query, signal) => lookUp(call, query, signal),
    compareFace: (query, signal) => compareFace(call, query, signal),
    // It reads documents too, but in a form nobody has shown us; documents are read on this machine.
    readDocument: async (_query, signal) => {
      signal.throwIfAborted();
      return { outcome: 'unsupported', detail: 'Prembly is not asked to read documents' };
    },
    lookUpTax: (query, signal) => lookUpTax(call, query, signal),
  };
}

async function lookUp(call: PremblyCall, { registry, number, reference }: RegistryQuery, signal: AbortSignal): Promise<RegistryAnswer> {
  const reply = await call(registry, { number }, signal);
  if (reply.kind !== 'answer') return withoutRecord(reply);
  const record = readPerson(recordOf(reply.body, registry));
  return record === null ? unexpected : { outcome: 'found', record, providerReference: reply.providerReference ?? reference };
}

// The comparison lies in the record, or beside it; its confidence is a number, or a number as text.
const faceData = z.object({ status: z.boolean(), confidence: z.coerce.number().min(0).max(100).nullish(), message: z.string().nullish() });

async function compareFace(call: PremblyCall, { registry, number, picture, reference }: FaceQuery, signal: AbortSignal): Promise<FaceAnswer> {
  const reply = await call(registry === 'bvn' ? 'bvnFace' : 'ninFace', { number, image: base64(picture) }, signal);
  if (reply.kind === 'refused' && speaksOfNoFace(reply.message)) return { outcome: 'no_face', providerReference: reply.providerReference };
  if (reply.kind !== 'answer') return withoutRecord(reply);
  const compared = faceData.safeParse(memberOf(recordOf(reply.body, registry), 'face_data') ?? memberOf(reply.body, 'face_data'));
  if (!compared.success) return unexpected;
  const { status: matched, confidence, message } = compared.data;
  if (!matched && speaksOfNoFace(message ?? '')) return { outcome: 'no_face', providerReference: reply.providerReference };
  return { outcome: 'compared', matched, score: confidence ?? null, threshold: null, providerReference: reply.providerReference ?? reference };
}

async function lookUpTax(call: PremblyCall, { channel, number, reference }: TaxQuery, signal: AbortSignal): Promise<TaxAnswer> {
  const reply = await call('tin', { number: channel === 'PHONE' ? domestic(number) : number, channel }, signal);
  if (reply.kind !== 'answer') return withoutRecord(reply);
  const taxpayer = readTaxpayer(recordOf(reply.body, 'tin'));
  return taxpayer === null ? unexpected : { outcome: 'found', ...taxpayer, providerReference: reply.providerReference ?? reference };
}

/** `data`, or in older replies a member named after the product. */
function recordOf(body: unknown, product: 'bvn' | 'nin' | 'tin'): unknown {
  return memberOf(body, 'data') ?? memberOf(body, `${product}_data`);
}

/** +2348031234567 → 08031234567, as Prembly writes phone numbers. */
function domestic(phone: string): string {
  return phone.replace(/^\+234/, '0');
}

function speaksOfNoFace(message: string): boolean {
  return /no face|face (?:was )?not (?:found|detected)|multiple faces/i.test(message);
}

const unexpected: Unavailable = { outcome: 'unavailable', detail: 'answer of an unknown shape' };

function withoutRecord(reply: Exclude<PremblyReply, { kind: 'answer' }>): { outcome: 'not_found'; providerReference: string | null } | Unavailable | Unsupported {
  switch (reply.kind) {
    case 'trouble':
      return { outcome: 'unavailable', detail: reply.detail };
    case 'missing':
      return { outcome: 'not_found', providerReference: reply.providerReference };
    case 'refused':
      return { outcome: 'unsupported', detail: `refused with ${reply.status}` };
    default:
      return assertNever(reply);
  }
}
