/** Bodies and answers of the KYC routes, in the reference's spellings. */
import { z } from 'zod';
import { fail } from '#src/errors.ts';
import { expectPresent, isRecord } from '#src/lib/assert.ts';
import { parseCompanyNumber, parseLicenceNumber, parsePassportNumber, parseTaxNumber } from '#src/lib/identifiers.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { isoMillis, parseBirthDate } from '#src/lib/time.ts';
import { documentCheckIds } from './document-reader.ts';
import { bvn, nin, personName } from './fields.ts';
import { momentQuery } from '#src/http/moment-query.ts';
import { pageQuery } from '#src/http/page-query.ts';
import type { Claims, TaxQuery } from './providers/identity-provider.ts';
import { checkKinds, type CheckRow } from './store.ts';
import { checkOutcomes } from './verdict.ts';

const birthDate = z.string().max(40).superRefine((text, context) => {
  const parsed = parseBirthDate(text.trim());
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.reason === 'no_such_day' ? 'is not a day of the calendar' : 'must be a date, YYYY-MM-DD' });
}).describe('Date of birth, YYYY-MM-DD. `dob` and `dateOfBirth` mean the same; send one of them.').meta({ examples: ['1990-01-15'] });

const person = {
  firstName: personName('First name.', 'Tunde'),
  lastName: personName('Last name.', 'Adeyemi'),
  otherName: z.union([personName('Other name.', 'Chukwuma'), z.literal('')]).optional().describe('Other name; empty text is the same as none.'),
  dob: birthDate.optional(),
  dateOfBirth: birthDate.optional(),
};

/** Of the routes that hold a person against a registry. */
export const matchQuery = z.object({
  include: z.literal('match').optional().describe('`match`: also say, field by field, whether what was sent is what the registry holds; never what it holds.').meta({ examples: ['match'] }),
});
const matchRecord = z.record(z.string(), z.boolean().nullable()).describe('True equal, false different, null not compared.');
export const validated = z.strictObject({ match: matchRecord.optional().describe('Only with include=match.') }).describe('Empty, unless more was asked for: the answer is that the check passed.');

/** On every check of this folder's routes. */
const about = {
  customerId: z.string().regex(/^\d{10}$/, 'must have 10 digits').optional()
    .describe('The customer the check is about. The check then counts among the customer\'s, in lists, export and erasure; it adds no tier.').meta({ examples: ['4821907365'] }),
};

type BirthDateField = 'dob' | 'dateOfBirth';
type PersonBody = { firstName: string; lastName: string; otherName?: string | undefined; dob?: string | undefined; dateOfBirth?: string | undefined; customerId?: string | undefined };

/** One of two fields must carry the birth date. Asked even where other fields are wrong, so that one answer names them all. */
const withBirthDate = (preferred: BirthDateField) => z.superRefine<Pick<PersonBody, BirthDateField>>(({ dob, dateOfBirth }, context) => {
  if (dob === undefined && dateOfBirth === undefined) context.addIssue({ code: 'custom', path: [preferred] });
  const [one, other] = [dob, dateOfBirth].map(dayOf);
  if (one != null && other != null && one !== other) context.addIssue({ code: 'custom', path: ['dateOfBirth'], message: 'differs from dob: send one of them' });
}, { when: ({ value }) => isRecord(value) });

const numbered = { ...person, ...about };
const bvnNinFields = z.strictObject({ bvn, nin, ...numbered });
export const bvnBody = z.strictObject({ bvn, ...numbered }).check(withBirthDate('dob'));
export const ninBody = z.strictObject({ nin, ...numbered }).check(withBirthDate('dob'));
export const bvnNinBody = bvnNinFields.check(withBirthDate('dateOfBirth'));

/** `YYYY-MM-DD`, or null where there is no day. Takes anything: what is no text has been named before. */
function dayOf(text: unknown): string | null {
  const parsed = typeof text === 'string' ? parseBirthDate(text.trim()) : null;
  return parsed?.ok === true ? parsed.day : null;
}

/** The claims of a body that its schema let pass, where it wrote the birth date, and whom it named. */
export function readClaims(body: PersonBody, preferred: BirthDateField): { claims: Claims; birthDateField: string; customerId: string | null } {
  const name = body[preferred] === undefined ? otherSpelling(preferred) : preferred;
  const { firstName, lastName, otherName } = body;
  return {
    birthDateField: `/${name}`,
    customerId: body.customerId ?? null,
    claims: { firstName, lastName, dateOfBirth: expectPresent(dayOf(body[name]), name), ...(otherName === undefined || otherName === '' ? {} : { otherName }) },
  };
}

function otherSpelling(name: BirthDateField): BirthDateField {
  return name === 'dob' ? 'dateOfBirth' : 'dob';
}

const picture = (meaning: string) =>
  z.string().describe(`${meaning} JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels.`).meta({ examples: ['data:image/jpeg;base64,/9j/4AAQSkZJRg…'] });

export const documentBody = z.strictObject({
  docType: z.enum(['DR', 'IP']).describe('DR: driver\'s licence. IP: international passport.'),
  docImage: picture('Picture of the document.'),
  documentNumber: z.string().trim().min(1).max(40).describe('Number of the document.').meta({ examples: ['A01234567'] }),
  selfieImage: picture('Picture of the holder; when it is sent, it is compared with the photo on the document.').optional(),
  ...about,
});

/** The document's number in one spelling. @throws Failure invalid_field */
export function readDocumentNumber(docType: 'DR' | 'IP', text: string): string {
  const number = docType === 'IP' ? parsePassportNumber(text) : parseLicenceNumber(text);
  if (number !== null) return number;
  throw fail('invalid_field', {
    field: '/documentNumber',
    message: docType === 'IP' ? 'documentNumber must be a passport number: one letter and 8 digits, or two and 7.' : 'documentNumber must be a licence number: 4 to 20 letters and digits.',
  });
}

export const taxBody = z.strictObject({
  number: z.string().trim().min(1).max(40).describe('The number to look up: of the kind that `channel` names.').meta({ examples: ['12345678-0001'] }),
  channel: z.string().trim().regex(/^(TIN|CAC|PHONE)$/i, 'must be one of TIN, CAC, PHONE')
    .describe('What kind of number `number` is: TIN (tax number), CAC (company registration number) or PHONE; any case.').meta({ examples: ['TIN'] }),
  ...about,
});

/** Whatever the check was made of, sent again: the fields of its own route. */
export const retryBody = z.strictObject({
  ...bvnNinFields.partial().shape, ...documentBody.partial().shape, ...taxBody.partial().shape,
  livePicture: picture('Of a customer\'s face check: a new picture of the customer.').optional(),
});

/** The number in one spelling, with its kind. @throws Failure invalid_field */
export function readTaxNumber(body: { number: string; channel: string }): Pick<TaxQuery, 'channel' | 'number'> {
  const refuse = (form: string): never => {
    throw fail('invalid_field', { field: '/number', message: `number must be ${form}.` });
  };
  switch (body.channel.toUpperCase()) {
    case 'TIN':
      return { channel: 'TIN', number: parseTaxNumber(body.number)?.value ?? refuse('a tax number: 12345678-0001, 10 digits or 13 digits') };
    case 'CAC': {
      const company = parseCompanyNumber(body.number) ?? refuse('a company registration number, such as RC123456');
      return { channel: 'CAC', number: `${company.register ?? 'RC'}${company.digits}` };
    }
    default:
      return { channel: 'PHONE', number: parseNigerianPhone(body.number) ?? refuse('a Nigerian phone number') };
  }
}

export const checkListQuery = z.object({
  ...pageQuery,
  customerId: z.string().regex(/^\d{10}$/, 'must have 10 digits').optional().describe('Checks of this customer only.'),
  kind: z.enum(checkKinds).optional().describe('Checks of this kind only.'),
  outcome: z.enum(checkOutcomes).optional().describe('Checks that ended so only.'),
  from: momentQuery('Checks made then or later.'),
  to: momentQuery('Checks made then or earlier; a day counts whole.'),
});

export const checkParams = z.object({ checkId: z.string().max(64).describe('Identifier of the check.').meta({ examples: ['chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f'] }) });

export const checkRecord = z.strictObject({
  checkId: z.string(),
  customerId: z.string().nullable().describe('The customer it was made for, or whom its caller named; null when it was made for nobody in particular.'),
  kind: z.enum(checkKinds),
  outcome: z.enum(checkOutcomes).describe('`passed`; `review` where a person must decide; or the code of the first reason against it.'),
  fields: z.record(z.string(), z.boolean().nullable()).describe('What was compared: true equal, false different, null not asked.'),
  score: z.number().nullable().describe('0 to 100.'),
  threshold: z.number().nullable().describe('The score that would have passed.'),
  provider: z.string(),
  providerReference: z.string().nullable(),
  consent: z.string().nullable().describe('Your reference of the consent, as it came in X-Consent.'),
  review: z.strictObject({ status: z.enum(['pending', 'passed', 'failed']), decidedAt: z.string().nullable().describe('ISO 8601, UTC.') }).nullable()
    .describe('Of outcome `review`: whether people have decided, and how.'),
  duplicateOf: z.array(z.string()).describe('Checks of other documents that seem to show the same face, or are the same picture: an alarm for people, and no reason against anybody.'),
  retryOf: z.string().nullable().describe('The check that this one tried again.'),
  reading: z.strictObject({
    verdict: z.enum(['pass', 'review', 'fail']),
    checks: z.array(z.strictObject({ id: z.enum(documentCheckIds), status: z.enum(['pass', 'review', 'fail', 'not_readable']), score: z.number().optional() })),
    engine: z.record(z.string(), z.union([z.string(), z.number()])).describe('Versions and thresholds that judged.'),
  }).nullable().describe('Of documents read on this machine: how each check went. Never what was read. Null for other checks.'),
  credentialId: z.string().describe('The credential that asked.'),
  requestId: z.string(),
  createdAt: z.string().describe('ISO 8601, UTC.'),
});

export function toCheckRecord({ createdAt, ...check }: CheckRow): Record<string, unknown> {
  return { ...check, createdAt: isoMillis(createdAt) };
}
