import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { checkHeaders } from './ask-provider.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { listKycChecks, readKycCheck } from './read-checks.ts';
import { validatePerson } from './validate-person.ts';
import { verifyDocument } from './verify-document.ts';
import { verifyTin } from './verify-tin.ts';
import { bvnBody, bvnNinBody, checkListQuery, checkParams, checkRecord, documentBody, matchQuery, ninBody, readClaims, taxBody, validated } from './wire.ts';

const tag = 'KYC';
const nothing = z.strictObject({}).describe('Empty: the answer is that the check passed.');
const done = { summary: 'The check passed', value: {} };
const claims = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma' };
/** Of a customer who was named. */
const namedErrors = ['customer_not_found', 'customer_disabled'] as const;
const personErrors = ['name_mismatch', 'name_partial_match', 'dob_mismatch', 'blocked', 'provider_unavailable', ...namedErrors] as const;
const common = (ctx: Context) => ({ tag, kyc: true, scope: 'kyc:run', headers: checkHeaders(ctx) });

const nameRule =
  'Accents, case, titles, punctuation and order of names do not count. Every name sent must be on the record; the date of birth must be exact. ' +
  'The answer never shows what the record holds. `dob` and `dateOfBirth` are the same field.';

/** The routes of /kyc. */
export function kycRoutes(ctx: Context): Route[] {
  return [...personRoutes(ctx), ...documentRoutes(ctx), ...checkRoutes(ctx)];
}

function personRoutes(ctx: Context): Route[] {
  return [
    route({
      ...common(ctx),
      method: 'POST',
      path: '/kyc/validate/bvn',
      operationId: 'validateBvn',
      summary: 'Validate a BVN',
      description: `Holds names and date of birth against the record behind a BVN. ${nameRule}`,
      query: matchQuery,
      body: bvnBody,
      data: validated,
      requestExample: { summary: 'A person and a BVN', value: { bvn: '22200000001', ...claims, dob: '1990-01-15' } },
      responseExample: done,
      errors: personErrors,
      handle: (request) => validatePerson(ctx, request, { kind: 'bvn', bvn: request.body.bvn, ...readClaims(request.body, 'dob') }),
    }),
    route({
      ...common(ctx),
      method: 'POST',
      path: '/kyc/validate/nin',
      operationId: 'validateNin',
      summary: 'Validate a NIN',
      description: `Holds names and date of birth against the record behind a NIN. ${nameRule}`,
      query: matchQuery,
      body: ninBody,
      data: validated,
      requestExample: { summary: 'A person and a NIN', value: { nin: '70000000001', ...claims, dob: '1990-01-15' } },
      responseExample: done,
      errors: personErrors,
      handle: (request) => validatePerson(ctx, request, { kind: 'nin', nin: request.body.nin, ...readClaims(request.body, 'dob') }),
    }),
    route({
      ...common(ctx),
      method: 'POST',
      path: '/kyc/validate/bvn-nin',
      operationId: 'validateBvnNin',
      summary: 'Validate a BVN against NIN data',
      description: `Holds one person against both records, and asks whether the BVN is linked to this NIN. ${nameRule}`,
      query: matchQuery,
      body: bvnNinBody,
      data: validated,
      requestExample: { summary: 'A person, a BVN and a NIN', value: { bvn: '22200000001', nin: '70000000001', ...claims, dateOfBirth: '1990-01-15' } },
      responseExample: done,
      errors: [...personErrors, 'bvn_nin_mismatch'],
      handle: (request) => {
        const { bvn, nin } = request.body;
        return validatePerson(ctx, request, { kind: 'bvn_nin', bvn, nin, ...readClaims(request.body, 'dateOfBirth') });
      },
    }),
  ];
}

function documentRoutes(ctx: Context): Route[] {
  return [
    route({
      ...common(ctx),
      method: 'POST',
      path: '/kyc/verify/document',
      operationId: 'verifyDocument',
      summary: 'Verify an identity document',
      description:
        'Reads a driver\'s licence or passport, in any of four turns, and compares its number with documentNumber; of a passport the two lines at the bottom with their ' +
        'check digits and the expiry date too, of a licence the expiry date where it can be read. With selfieImage the face on the document is compared with the selfie. A pass says that pictures and number are consistent, ' +
        'not that the document is genuine. `details.checks` of a refusal names each check that did not pass, with a hint; `details.review` is `pending` where a person must ' +
        'decide: GET /kyc/checks/{checkId} then shows what they decided. Pictures are kept for that alone, sealed, until a day after the decision.',
      largeBody: true,
      body: documentBody,
      data: nothing,
      requestExample: { summary: 'A passport with a selfie', value: { docType: 'IP', docImage: '/9j/4AAQSkZJRg…', documentNumber: 'A01234567', selfieImage: '/9j/4AAQSkZJRg…' } },
      responseExample: done,
      errors: ['document_unreadable', 'document_mismatch', 'no_face_detected', 'face_mismatch', 'provider_unavailable', ...namedErrors],
      handle: (request) => verifyDocument(ctx, request),
    }),
    route({
      ...common(ctx),
      method: 'POST',
      path: '/kyc/verify/tin',
      operationId: 'verifyTin',
      summary: 'Verify a company\'s tax number',
      description: 'Asks whether a taxpayer stands behind a number. `channel` says what kind of number it is: TIN, CAC or PHONE.',
      body: taxBody,
      data: nothing,
      requestExample: { summary: 'A tax number', value: { number: '12345678-0001', channel: 'TIN' } },
      responseExample: done,
      errors: ['provider_unavailable', ...namedErrors],
      handle: (request) => verifyTin(ctx, request),
    }),
  ];
}

const exampleCheck = {
  checkId: 'chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', customerId: null, kind: 'bvn', outcome: 'passed',
  fields: { firstName: true, lastName: true, otherName: null, dateOfBirth: true }, score: 100, threshold: 100,
  provider: 'simulator', providerReference: 'sim-5d41402abc4b2a76', consent: 'consents/2026/18', retryOf: null, duplicateOf: [], review: null, reading: null, credentialId: 'crd_0198c2f0a1b27c3d8e4f5a6b7c8d9e00',
  requestId: '7b0f1f5e-64f9-4a2f-9a55-0d3c3f1f0b11', createdAt: '2026-03-01T09:30:00.000Z',
};

function checkRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET',
      path: '/kyc/checks',
      operationId: 'listKycChecks',
      tag,
      kyc: true,
      scope: 'kyc:read',
      summary: 'List identity checks',
      description: 'Every check that was made, newest first: passed, failed, or left undecided by a provider\'s trouble.',
      query: checkListQuery,
      data: z.array(checkRecord),
      envelope: pageEnvelope,
      responseExample: {
        summary: 'One check',
        value: { statusCode: '00', message: 'Successful', data: [exampleCheck], errors: [], currentPage: 1, pageSize: 10, previousPage: 0, total: 1 },
      },
      errors: [],
      handle: (request) => listKycChecks(ctx, request),
    }),
    route({
      method: 'GET',
      path: '/kyc/checks/{checkId}',
      operationId: 'readKycCheck',
      tag,
      kyc: true,
      scope: 'kyc:read',
      summary: 'Read an identity check',
      description: 'Who asked when, about what, and what came out. Never what the registry holds.',
      params: checkParams,
      data: checkRecord,
      responseExample: { summary: 'A check', value: exampleCheck },
      errors: ['record_not_found'],
      handle: (request) => readKycCheck(ctx, request),
    }),
  ];
}
