import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { checkHeaders } from '#src/kyc/ask-provider.ts';
import { addDirector, addShareholder } from './add-person.ts';
import { changedPersonData, createBusinessBody, directorBody, peopleData, personParams, removePersonQuery, shareholderBody } from './business-wire.ts';
import { createBusiness } from './create-business.ts';
import { readPeople } from './read-people.ts';
import { removePerson } from './remove-person.ts';
import { customerParams } from './wire.ts';

const director = {
  firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', bvn: '22200000001', dateOfBirth: '1980-01-15', salutation: 'Mr', gender: 'Male', nationality: 'NGA',
  idDocumentType: 'IP', idDocumentNumber: 'A01234567', politicalAffiliationRelationship: 'None',
};
const shareholder = {
  firstName: 'Ngozi', lastName: 'Okafor', bvn: '22200000002', dateOfBirth: '1985-05-20', percentShareholder: 100, idDocumentType: 'DR', idDocumentNumber: 'ABC12345AB12',
  politicalAffiliationRelationship: 'None',
};
const address = { address: '12 Example Close, Ikeja', street: '12 Example Close', localGovernment: 'Ikeja', city: 'Lagos', country: 'Nigeria' };

const exampleBusiness = {
  businessName: 'Specimen Trading Limited', rcNumber: 'RC123456', taxId: '12345678-0001', sectorT24Code: '2001', industryT24Code: '4711', dateOfIncorporation: '2015-06-30',
  countryOfResidence: 'NGA', stateOfResidence: 'Lagos', stateOfRegistration: 'Lagos', email: 'accounts@example.com', phone: '08031234567', address, directors: [director], shareholders: [shareholder],
};

/** The route that opens a company's profile; it is read, listed and changed by the routes of all customers. */
export function createBusinessRoute(ctx: Context): Route {
  return route({
    method: 'POST',
    path: '/customer/profile/business',
    operationId: 'createBusinessCustomer',
    tag: 'Customers',
    scope: 'customer:write',
    kyc: true,
    headers: checkHeaders(ctx),
    summary: 'Create a business profile',
    description:
      'Before anything is written the tax number and the registration number are looked up, and must belong to a company of this name; and the BVN of each director and shareholder is checked ' +
      'against names and date of birth. One registration number has one profile. The profile starts at Tier 1, or at Tier 2 where shareholders who passed hold more than 95 percent together; a ' +
      'picture of the first director adds a tier (POST /customer/kyc/{customerId}). `statuscode` repeats `statusCode`.',
    body: createBusinessBody,
    data: z.strictObject({ customerId: z.string().describe('Numeric text, 10 digits.'), customerNumber: z.string().describe('The same, under the name of the list.') }),
    envelope: { statuscode: z.literal('00').describe('The same as statusCode.') },
    requestExample: { summary: 'A company with one director and one shareholder', value: exampleBusiness },
    responseExample: {
      summary: 'Created',
      value: { statusCode: '00', message: 'Customer profile created', data: { customerId: '5930172846', customerNumber: '5930172846' }, errors: [], statuscode: '00' },
    },
    errors: ['duplicate_customer', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'blocked', 'provider_unavailable'],
    handle: (request) => createBusiness(ctx, request),
  });
}

const personId = 'per_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f';
const shownDirector = { ...director, personId, bvn: '222*****001', dateOfBirth: '1980-01-15T00:00:00', idDocumentNumber: 'A*******7' };
const personErrors = ['customer_not_found', 'customer_disabled', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'blocked', 'provider_unavailable'] as const;

/** The people of a company after its creation. */
export function companyPeopleRoutes(ctx: Context): Route[] {
  const added = 'The BVN is checked against names and date of birth before anything is written.';
  return [
    route({
      method: 'POST', path: '/customer/profile/business/{customerId}/directors', operationId: 'addDirector', tag: 'Customers', scope: 'customer:write', kyc: true, headers: checkHeaders(ctx),
      summary: 'Add a director',
      description: `${added} The director comes last in the list; the first one stays the company's contact.`,
      params: customerParams, body: directorBody, data: changedPersonData,
      requestExample: { summary: 'A director', value: director },
      responseExample: { summary: 'Added', value: { personId, role: 'director', kycTier: '1' } },
      errors: personErrors,
      handle: (request) => addDirector(ctx, request),
    }),
    route({
      method: 'POST', path: '/customer/profile/business/{customerId}/shareholders', operationId: 'addShareholder', tag: 'Customers', scope: 'customer:write', kyc: true, headers: checkHeaders(ctx),
      summary: 'Add a shareholder',
      description: `${added} All together hold at most 100 percent. From more than 95 percent on, the company gains a tier.`,
      params: customerParams, body: shareholderBody, data: changedPersonData,
      requestExample: { summary: 'Everything is hers', value: shareholder },
      responseExample: { summary: 'Added', value: { personId, role: 'shareholder', kycTier: '2' } },
      errors: personErrors,
      handle: (request) => addShareholder(ctx, request),
    }),
    route({
      method: 'GET', path: '/customer/profile/business/{customerId}/people', operationId: 'readCompanyPeople', tag: 'Customers', scope: 'customer:read',
      summary: 'Read a company\'s people',
      description: 'Directors and shareholders with their ids, and those the company had before. Numbers are masked unless the credential has the scope customer:pii.',
      params: customerParams, data: peopleData,
      responseExample: { summary: 'One director', value: { directors: [shownDirector], shareholders: [], former: [] } },
      errors: ['customer_not_found'],
      handle: (request) => readPeople(ctx, request),
    }),
    route({
      method: 'DELETE', path: '/customer/profile/business/{customerId}/people/{personId}', operationId: 'removeCompanyPerson', tag: 'Customers', scope: 'customer:write',
      summary: 'Remove a director or shareholder',
      description:
        'The last director stays. Once the shareholders left hold 95 percent or less, the company loses the tier they gave it. When the first director goes, the next one becomes the company\'s ' +
        'contact, and a face that was matched no longer counts. The person is kept among the former ones.',
      params: personParams, query: removePersonQuery, data: changedPersonData,
      responseExample: { summary: 'Removed', value: { personId, role: 'director', kycTier: '1' } },
      errors: ['customer_not_found'],
      handle: (request) => removePerson(ctx, request),
    }),
  ];
}
