/** Bodies, queries and answers of the customer routes, in the reference's spellings. */
import { z } from 'zod';
import { bvn, personName } from '#src/kyc/fields.ts';
import { momentQuery } from '#src/http/moment-query.ts';
import { pageQuery } from '#src/http/page-query.ts';

export const optionalText = (meaning: string, max: number, example: string) =>
  z.string().trim().max(max).regex(/^[^\p{Cc}]*$/u, 'must not contain control characters').optional()
    .describe(`${meaning} Empty text is the same as none.`).meta({ examples: [example] });

export const addressFields = {
  address: optionalText('Address in one line.', 300, '12 Example Close, Ikeja'),
  street: optionalText('Street and house number.', 200, '12 Example Close'),
  localGovernment: optionalText('Local government area.', 100, 'Ikeja'),
  city: optionalText('City.', 100, 'Lagos'),
  country: optionalText('Country.', 100, 'Nigeria'),
};

export const genderField = optionalText('`Male` or `Female`, any case; M and F too.', 10, 'Female');
export const emailField = optionalText('E-mail address.', 254, 'person@example.com');

const nextOfKinBody = z.strictObject({
  firstName: optionalText('First name; read back as `firstname`.', 100, 'Ngozi'),
  lastName: optionalText('Last name.', 100, 'Adeyemi'),
  gender: genderField,
  email: emailField,
  phone: optionalText('Nigerian number in any form, or an international one that starts with +.', 40, '08039876543'),
  relationship: optionalText('How the two are related.', 50, 'Sister'),
  ...addressFields,
});

export const createCustomerBody = z.strictObject({
  firstName: personName('First name.', 'Tunde'),
  lastName: personName('Last name; read back as `surname`.', 'Adeyemi'),
  otherName: optionalText('Other name.', 100, 'Chukwuma'),
  email: emailField,
  phone: z.string().min(1).max(40).describe('Nigerian mobile number in any form; read back as +234 and ten digits. OTPs go here.').meta({ examples: ['08031234567'] }),
  salutation: optionalText('Form of address.', 30, 'Mr'),
  gender: genderField,
  dateOfBirth: z.string().min(1).max(40).describe('YYYY-MM-DD, or a date-time whose time does not count. At least 18 years ago.').meta({ examples: ['1990-01-15'] }),
  bvn,
  nin: z.string().regex(/^(\d{11})?$/, 'must have 11 digits').optional().describe('National identification number. With it the profile starts at Tier 2. Empty text is the same as none.').meta({ examples: ['70000000001'] }),
  nationality: optionalText('ISO 3166 country code, three letters (two are accepted).', 3, 'NGA'),
  address: z.strictObject(addressFields).optional().describe('Where the customer lives.'),
  nextOfKin: nextOfKinBody.optional().describe('Whom to turn to.'),
});
export type CreateCustomerBody = z.output<typeof createCustomerBody>;

const locked = z.unknown().refine((value) => value === undefined, 'is locked: it comes from the registry and cannot be changed.').optional()
  .describe('Locked: it comes from the registry. Sending it is refused.');

export const updateCustomerBody = z.strictObject({
  email: emailField,
  phone: z.string().min(1).max(40).optional().describe('Nigerian mobile number in any form. From now on OTPs go here.').meta({ examples: ['08031234567'] }),
  salutation: optionalText('Form of address.', 30, 'Dr'),
  address: z.strictObject(addressFields).optional().describe('Replaces the whole address.'),
  nextOfKin: nextOfKinBody.optional().describe('Replaces the next of kin as a whole. Of people only.'),
  firstName: locked, lastName: locked, surname: locked, otherName: locked, businessName: locked, dateOfBirth: locked, gender: locked, bvn: locked, nin: locked, rcNumber: locked, taxId: locked,
});
export type UpdateCustomerBody = z.output<typeof updateCustomerBody>;

export const statusBody = z.strictObject({
  status: z.boolean().describe('true enables the profile, false disables it.').meta({ examples: [false] }),
  reason: z.string().trim().min(1).max(500).describe('Why; kept in the audit log.').meta({ examples: ['Requested by the customer'] }),
});

export const kycBody = z.strictObject({
  nin: z.string().regex(/^(\d{11})?$/, 'must have 11 digits').optional().describe('National identification number, 11 digits. Exactly one of nin and livePicture.').meta({ examples: ['70000000001'] }),
  livePicture: z.string().optional()
    .describe('Picture of the customer, JPEG, PNG or WebP as base64 or a data: URI; at most 5 MB and 25 megapixels. Exactly one of nin and livePicture.')
    .meta({ examples: ['/9j/4AAQSkZJRg…'] }),
});

export const customerParams = z.object({ customerId: z.string().max(40).describe('Numeric identifier of the customer.').meta({ examples: ['4821907365'] }) });

export const customerListQuery = z.object({
  page: pageQuery.page.optional().describe('Page number, from 1. Required, but for an export.'),
  pageSize: pageQuery.pageSize.optional().describe('Records on a page, 1 to 100. Required, but for an export.'),
  status: z.enum(['Active', 'Inactive']).optional().describe('Profiles with this status only.'),
  classType: z.enum(['INDIVIDUAL', 'BUSINESS']).optional().describe('Profiles of this class only.'),
  kycTier: z.enum(['1', '2', '3']).optional().describe('Profiles of this tier only.'),
  search: z.string().trim().min(1).max(100).optional().describe('Beginnings of words of the names or the e-mail address, in any order and without regard to case and accents; or a whole customerId, or a whole phone number.').meta({ examples: ['adeyemi'] }),
  createdFrom: momentQuery('Profiles created then or later.'),
  createdTo: momentQuery('Profiles created then or earlier; a day counts whole.'),
});
export type CustomerListQuery = z.output<typeof customerListQuery>;

export const text = z.string().nullable();
export const addressRecord = { address: text, street: text, localGovernment: text, city: text, country: text };
export const nextOfKinRecord = z.strictObject({ firstname: text, lastName: text, gender: text, email: text, phone: text, relationship: text, ...addressRecord });
export type NextOfKin = z.output<typeof nextOfKinRecord>;

const due = z.strictObject({
  requirement: z.enum(['address', 'nin', 'livePicture', 'shareholders']),
  why: z.string().describe('What it is for, and how to give it.'),
});
const requirements = z.strictObject({
  currentlyDue: z.array(due).describe('What the present tier asks for and is missing.'),
  dueForNextTier: z.array(due).describe('Each of these adds a tier; empty at Tier 3.'),
  rejected: z.array(z.strictObject({
    requirement: z.enum(['nin', 'livePicture']),
    reason: z.string().describe('Outcome of the newest check, as in GET /kyc/checks.'),
    checkId: z.string(),
    at: z.string().describe('ISO 8601, UTC.'),
  })).describe('What was tried last and did not pass.'),
});
export type Requirements = z.output<typeof requirements>;

/** What every record carries, of people and of companies. */
export const commonRecord = {
  firstName: z.string(),
  otherName: text,
  surname: z.string(),
  email: text,
  phone: z.string().describe('+234 and ten digits.'),
  salutation: text,
  gender: text.describe('Male, Female or null.'),
  dateOfBirth: z.string().describe('YYYY-MM-DDTHH:MM:SS.'),
  bvn: z.string().describe('Masked, such as 222*****901, unless the credential has the scope customer:pii.'),
  nationality: text.describe('ISO 3166 alpha-3.'),
  classType: z.enum(['INDIVIDUAL', 'BUSINESS']),
  status: z.enum(['Active', 'Inactive']),
  kycTier: z.string().describe('1, 2 or 3. Of a person: how many of BVN, NIN and face have passed. Of a company: 1, and 1 more for known owners and for its first director\'s face.'),
  requirements,
  dateAdded: z.string().describe('ISO 8601, UTC, with fractional seconds.'),
};

export const customerRecord = z.strictObject({
  customerId: z.string(),
  ...commonRecord,
  nin: text.describe('Masked in the same way as the BVN; null while none was verified.'),
  address: z.strictObject(addressRecord).describe('What was not given is null.'),
  nextOfKin: nextOfKinRecord.describe('What was not given is null.'),
}).describe('An individual customer. Optional text that was not given is null.');
