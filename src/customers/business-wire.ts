/** Bodies and answers of business customers: the lists of people, and the reference's flat form. */
import { z } from 'zod';
import { bvn, personName } from '#src/kyc/fields.ts';
import { addressFields, addressRecord, commonRecord, customerParams, emailField, genderField, optionalText, text } from './wire.ts';

const personFields = {
  firstName: personName('First name.', 'Tunde'),
  lastName: personName('Last name.', 'Adeyemi'),
  otherName: optionalText('Other name.', 100, 'Chukwuma'),
  bvn,
  dateOfBirth: z.string().min(1).max(40).describe('YYYY-MM-DD, or a date-time whose time does not count.').meta({ examples: ['1980-01-15'] }),
  salutation: optionalText('Form of address.', 30, 'Mr'),
  gender: genderField,
  nationality: optionalText('ISO 3166 country code, three letters (two are accepted).', 3, 'NGA'),
  idDocumentType: optionalText('Kind of identity document, such as IP (international passport) or DR (driver\'s licence).', 40, 'IP'),
  idDocumentNumber: optionalText('Number of the document; masked like the BVN when read back.', 40, 'A01234567'),
  politicalAffiliationRelationship: optionalText('How the person is connected with a politically exposed person, if at all.', 100, 'None'),
};

export const directorBody = z.strictObject(personFields);
export const shareholderBody = z.strictObject({
  ...personFields,
  percentShareholder: z.union([z.number(), z.string().max(10)]).describe('Share in percent, above 0, at most 100, with at most 4 decimals; a number or a decimal string. All together at most 100.').meta({ examples: [60] }),
});
export type DirectorBody = z.output<typeof directorBody>;
export type ShareholderBody = z.output<typeof shareholderBody>;

const code = (meaning: string, example: string) =>
  z.string().trim().regex(/^(\d{1,6})?$/, 'must have 1 to 6 digits').optional().describe(`${meaning} A code of the bank's own tables, 1 to 6 digits. Empty text is the same as none.`).meta({ examples: [example] });

export const createBusinessBody = z.strictObject({
  businessName: personName('Name as registered. Case, punctuation and a legal form at the end (Limited, PLC) do not count.', 'Specimen Trading Limited').max(200),
  rcNumber: z.string().trim().min(1).max(20).describe('Registration number, such as RC123456; BN, IT and LP numbers too. One company has one profile.').meta({ examples: ['RC123456'] }),
  taxId: z.string().trim().min(1).max(20).describe('Tax identification number: 12345678-0001, 10 digits or 13 digits.').meta({ examples: ['12345678-0001'] }),
  sectorT24Code: code('Sector.', '2001'),
  industryT24Code: code('Industry.', '4711'),
  dateOfIncorporation: z.string().min(1).max(40).describe('YYYY-MM-DD, or a date-time whose time does not count. Not in the future.').meta({ examples: ['2015-06-30'] }),
  countryOfResidence: optionalText('ISO 3166 country code, three letters (two are accepted).', 3, 'NGA'),
  stateOfResidence: optionalText('State where the company is.', 100, 'Lagos'),
  stateOfRegistration: optionalText('State where it was registered.', 100, 'Lagos'),
  email: emailField,
  phone: z.string().min(1).max(40).describe('Nigerian mobile number in any form; read back as +234 and ten digits. OTPs for the company\'s accounts go here.').meta({ examples: ['08031234567'] }),
  address: z.strictObject(addressFields).optional().describe('Where the company is.'),
  directors: z.array(directorBody).min(1).max(20).describe('The first one is the company\'s contact: its names stand in the flat fields, and its face can raise the tier.'),
  shareholders: z.array(shareholderBody).max(50).optional().describe('People who hold shares. Those who hold less than 5 % may be left out.'),
});
export type CreateBusinessBody = z.output<typeof createBusinessBody>;

const personRecord = {
  firstName: z.string(), lastName: z.string(), otherName: text, bvn: z.string(), dateOfBirth: z.string(), salutation: text, gender: z.enum(['Male', 'Female']).nullable(), nationality: text,
  idDocumentType: text, idDocumentNumber: text, politicalAffiliationRelationship: text,
};
const directorRecord = z.strictObject(personRecord);
const shareholderRecord = z.strictObject({ ...personRecord, percentShareholder: z.string() });

const formerRecord = z.strictObject({
  role: z.enum(['director', 'shareholder']), ...personRecord, percentShareholder: text, removedAt: z.string(), reason: z.string(),
});

/** The people of a company as they are sealed; those it had before, the last removed first. */
export const peopleRecord = z.strictObject({ directors: z.array(directorRecord), shareholders: z.array(shareholderRecord), former: z.array(formerRecord).default([]) });
export type StoredPeople = z.output<typeof peopleRecord>;
export type People = Pick<StoredPeople, 'directors' | 'shareholders'>;
export type Person = z.output<typeof directorRecord>;
export type Shareholder = z.output<typeof shareholderRecord>;
export type Former = z.output<typeof formerRecord>;

const businessFields = {
  ...commonRecord,
  businessName: z.string(),
  sectorT24Code: text,
  industryT24Code: text,
  countryOfResidence: text,
  dateOfIncorporation: z.string().describe('YYYY-MM-DDTHH:MM:SS.'),
  taxId: z.string(),
  stateOfResidence: text,
  stateOfRegistration: text,
  rcNumber: z.string(),
  directorFullName: z.string().describe('Of the first director, like the other director fields.'),
  directorBvn: z.string(),
  directorIdDocumentType: text,
  directorIdDocumentNumber: text,
  directorPoliticalAffiliationRelationship: text,
  shareholderShareholderBvn: text.describe('Of the first shareholder, like the other shareholder fields; null without one.'),
  shareholderPercentShareholder: text,
  shareholderIdDocumentType: text,
  shareholderIdDocumentNumber: text,
  shareholderPoliticalAffiliationRelationship: text,
  customerRole: text,
  address: z.strictObject(addressRecord).describe('What was not given is null.'),
  directors: z.array(directorRecord).describe('All of them; numbers are masked in the same way.'),
  shareholders: z.array(shareholderRecord),
};

/** In a list: `customerNumber` stands in place of `customerId`, as in the reference. */
export const businessListRecord = z.strictObject({ customerNumber: z.string(), ...businessFields }).describe('A business customer. Names, birth date and BVN are its first director\'s.');
export const businessRecord = z.strictObject({ customerId: z.string(), customerNumber: z.string().describe('The same as customerId.'), ...businessFields })
  .describe('A business customer. Names, birth date and BVN are its first director\'s.');

export const personParams = customerParams.extend({ personId: z.string().regex(/^per_[0-9a-f]{32}$/, 'must be a personId').describe('From the list of the company\'s people.') });
export const removePersonQuery = z.strictObject({
  reason: z.string().trim().min(3, 'must have at least 3 characters').max(500, 'must have at most 500 characters').describe('Why; kept with the person and in the audit log.').meta({ examples: ['Resigned'] }),
});
const personId = z.string().describe('Names the person in this list of this company.');
export const changedPersonData = z.strictObject({ personId, role: z.enum(['director', 'shareholder']), kycTier: z.string().describe('Of the company, from now on.') });
export const peopleData = z.strictObject({
  directors: z.array(directorRecord.extend({ personId })).describe('The first one is the company\'s contact.'),
  shareholders: z.array(shareholderRecord.extend({ personId })),
  former: z.array(formerRecord.extend({ personId })).describe('The last removed first, 200 at most.'),
});
