import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { checkHeaders } from '#src/kyc/ask-provider.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { companyPeopleRoutes, createBusinessRoute } from './business-routes.ts';
import { businessListRecord, businessRecord } from './business-wire.ts';
import { createCustomer } from './create-customer.ts';
import { exportMedia } from './export-customers.ts';
import { raiseTier } from './raise-tier.ts';
import { retryRoute } from './retry-route.ts';
import { listCustomerProfiles, readCustomer } from './read-customers.ts';
import { setCustomerStatus } from './set-status.ts';
import { contactFields, updateCustomer } from './update-customer.ts';
import { createCustomerBody, customerListQuery, customerParams, customerRecord, kycBody, statusBody, updateCustomerBody } from './wire.ts';

const tag = 'Customers';

const exampleProfile = {
  firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma', email: 'tunde.adeyemi@example.com', phone: '08031234567', salutation: 'Mr', gender: 'Male',
  dateOfBirth: '1990-01-15', bvn: '22200000001', nationality: 'NGA',
  address: { address: '12 Example Close, Ikeja', street: '12 Example Close', localGovernment: 'Ikeja', city: 'Lagos', country: 'Nigeria' },
  nextOfKin: {
    firstName: 'Ngozi', lastName: 'Adeyemi', gender: 'Female', email: 'ngozi@example.com', phone: '08039876543', relationship: 'Sister',
    address: '12 Example Close, Ikeja', street: '12 Example Close', city: 'Lagos', country: 'Nigeria', localGovernment: 'Ikeja',
  },
};

const exampleRecord = {
  customerId: '4821907365', firstName: 'Tunde', otherName: 'Chukwuma', surname: 'Adeyemi', email: 'tunde.adeyemi@example.com', phone: '+2348031234567',
  salutation: 'Mr', gender: 'Male', dateOfBirth: '1990-01-15T00:00:00', bvn: '222*****001', nin: null, nationality: 'NGA', classType: 'INDIVIDUAL',
  status: 'Active', kycTier: '1', address: exampleProfile.address,
  nextOfKin: {
    firstname: 'Ngozi', lastName: 'Adeyemi', gender: 'Female', email: 'ngozi@example.com', phone: '+2348039876543', relationship: 'Sister',
    address: '12 Example Close, Ikeja', street: '12 Example Close', localGovernment: 'Ikeja', city: 'Lagos', country: 'Nigeria',
  },
  requirements: {
    currentlyDue: [],
    dueForNextTier: [
      { requirement: 'nin', why: 'A NIN that fits the names and the date of birth adds a tier: POST /customer/kyc/{customerId} with nin.' },
      { requirement: 'livePicture', why: 'A picture of the customer that matches the photo behind the BVN adds a tier: POST /customer/kyc/{customerId} with livePicture.' },
    ],
    rejected: [{ requirement: 'nin', reason: 'name_mismatch', checkId: 'chk_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-03-01T09:31:00.456Z' }],
  },
  dateAdded: '2026-03-01T09:30:00.123Z',
};

/** The routes of /customer. */
export function customerRoutes(ctx: Context): Route[] {
  return [...writingRoutes(ctx), createBusinessRoute(ctx), ...companyPeopleRoutes(ctx), raiseTierRoute(ctx), retryRoute(ctx), ...readingRoutes(ctx)];
}

function writingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'POST',
      path: '/customer/profile/individual',
      operationId: 'createIndividualCustomer',
      tag,
      scope: 'customer:write',
      headers: checkHeaders(ctx),
      summary: 'Create an individual profile',
      description:
        'The BVN is checked with the registry before anything is written: names by the name rule of the KYC routes, date of birth exactly. With a NIN both are checked and the ' +
        'profile starts at Tier 2. One BVN has one profile. `statuscode` repeats `statusCode`.',
      body: createCustomerBody,
      data: z.strictObject({ customerId: z.string().describe('Numeric text, 10 digits.') }),
      envelope: { statuscode: z.literal('00').describe('The same as statusCode.') },
      requestExample: { summary: 'A profile with every field but a NIN', value: exampleProfile },
      responseExample: {
        summary: 'Created',
        value: { statusCode: '00', message: 'Customer profile created', data: { customerId: '4821907365' }, errors: [], statuscode: '00' },
      },
      errors: ['duplicate_customer', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'bvn_nin_mismatch', 'blocked', 'provider_unavailable'],
      handle: (request) => createCustomer(ctx, request),
    }),
    updateRoute(ctx),
    route({
      method: 'PATCH',
      path: '/customer/profile/{customerId}',
      operationId: 'setCustomerStatus',
      tag,
      scope: 'customer:write',
      summary: 'Enable or disable a profile',
      description: 'A disabled customer can neither initiate or confirm transfers nor raise the tier; reads and incoming money go on. The status it has already is no error.',
      params: customerParams,
      body: statusBody,
      data: z.strictObject({}),
      requestExample: { summary: 'Disable', value: { status: false, reason: 'Requested by the customer' } },
      responseExample: { summary: 'Disabled', value: {} },
      errors: ['customer_not_found'],
      handle: (request) => setCustomerStatus(ctx, request),
    }),
  ];
}

function updateRoute(ctx: Context): Route {
  return route({
    method: 'PUT',
    path: '/customer/profile/{customerId}',
    operationId: 'updateCustomer',
    tag,
    scope: 'customer:write',
    summary: 'Change contact and address',
    description:
      'What is not sent stays; empty text removes an e-mail address or a salutation; `address` and `nextOfKin` are replaced as a whole. What the registry confirmed (names, date of birth, BVN, NIN, ' +
      'registration and tax number) is locked: sending it is refused. Values that are the same already change nothing and announce nothing. Disabled profiles can be corrected too.',
    params: customerParams,
    body: updateCustomerBody,
    data: z.strictObject({ customerId: z.string(), changed: z.array(z.enum(contactFields)).describe('What differs from before.') }),
    requestExample: { summary: 'A new e-mail address', value: { email: 'tunde@example.com', address: exampleProfile.address } },
    responseExample: { summary: 'Changed', value: { customerId: '4821907365', changed: ['email'] } },
    errors: ['customer_not_found'],
    handle: (request) => updateCustomer(ctx, request),
  });
}

function raiseTierRoute(ctx: Context): Route {
  return route({
    method: 'POST',
    path: '/customer/kyc/{customerId}',
    operationId: 'raiseCustomerTier',
    tag,
    kyc: true,
    largeBody: true,
    scope: 'customer:write',
    headers: checkHeaders(ctx),
    summary: 'Raise a customer\'s KYC tier',
    description:
      'Send exactly one of nin and livePicture. A NIN is checked against the customer\'s names and date of birth; a picture is compared with the photo behind the BVN. Each adds a ' +
      'tier once. A NIN that has passed cannot be replaced by another. The picture is not kept, but where a person must decide (`details.review` is `pending`): then, sealed, until a day after the decision, which raises the tier when it is a pass.',
    params: customerParams,
    body: kycBody,
    data: z.strictObject({ customerId: z.string(), kycTier: z.string().describe('The tier now: 1, 2 or 3.') }),
    requestExample: { summary: 'A NIN', value: { nin: '70000000001' } },
    responseExample: { summary: 'Tier 2', value: { customerId: '4821907365', kycTier: '2' } },
    errors: [
      'kyc_input_conflict', 'kyc_input_missing', 'customer_not_found', 'customer_disabled', 'nin_already_set', 'name_mismatch', 'name_partial_match', 'dob_mismatch',
      'blocked', 'face_mismatch', 'no_face_detected', 'provider_unavailable',
    ],
    handle: (request) => raiseTier(ctx, request),
  });
}

function readingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET',
      path: '/customer/profiles',
      operationId: 'listCustomers',
      tag,
      scope: 'customer:read',
      summary: 'List profiles',
      description:
        'Newest first. `page` and `pageSize` are required. With `Accept: text/csv` or `application/x-ndjson` all profiles that fit the filters come as one stream without paging, personal ' +
        'numbers masked whatever the scope; CSV cells that a spreadsheet would take for a formula begin with an apostrophe, and phones come without their +.',
      query: customerListQuery,
      data: z.array(z.union([customerRecord, businessListRecord])),
      envelope: pageEnvelope,
      otherMedia: exportMedia,
      responseExample: {
        summary: 'One profile',
        value: { statusCode: '00', message: 'Successful', data: [exampleRecord], errors: [], currentPage: 1, pageSize: 10, previousPage: 0, total: 1 },
      },
      errors: [],
      handle: (request) => listCustomerProfiles(ctx, request),
    }),
    route({
      method: 'GET',
      path: '/customer/profile/{customerId}',
      operationId: 'readCustomer',
      tag,
      scope: 'customer:read',
      summary: 'Read a profile',
      description: 'Optional text that was not given is null. BVN and NIN are masked unless the credential has the scope customer:pii.',
      params: customerParams,
      data: z.union([customerRecord, businessRecord]),
      responseExample: { summary: 'A profile', value: exampleRecord },
      errors: ['customer_not_found'],
      handle: (request) => readCustomer(ctx, request),
    }),
  ];
}
