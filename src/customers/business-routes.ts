import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { scenarioHeader } from '#src/kyc/ask-provider.ts';
import { createBusinessBody } from './business-wire.ts';
import { createBusiness } from './create-business.ts';

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
    headers: scenarioHeader(ctx),
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
