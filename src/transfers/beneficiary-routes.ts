import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { getBeneficiaries, removeBeneficiary, saveBeneficiary } from './beneficiaries.ts';
import { beneficiariesParams, beneficiaryData, beneficiaryParams, listBeneficiariesQuery, saveBeneficiaryBody } from './beneficiary-wire.ts';

const tag = 'Beneficiaries';
const beneficiary = {
  beneficiaryId: 'ben_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', accountNumber: '0123456789', accountName: 'CHINEDU OBI', bankCode: '000013', bank: 'Guaranty Trust Bank', dateAdded: '2026-11-21T09:30:00.123Z',
  lastUsed: '2026-11-21T09:30:00.123Z',
};

export function beneficiaryRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'POST', path: '/customer/{customerId}/beneficiaries', operationId: 'saveBeneficiary', tag, scope: 'customer:write',
      summary: 'Save a beneficiary',
      description: 'Keeps the account of a name enquiry in the customer\'s list; an enquiry that names the `customerId`, and a payment that arrives, do it by themselves. The enquiry stays good for its transfer. Saving an account again brings its name up to date.',
      params: beneficiariesParams, body: saveBeneficiaryBody, data: beneficiaryData,
      requestExample: { summary: 'From an enquiry', value: { nameEnquirySessionId: '990001261121093000123456789012' } },
      responseExample: { summary: 'Saved', value: beneficiary },
      errors: ['customer_not_found', 'name_enquiry_not_found'],
      handle: (request) => saveBeneficiary(ctx, request),
    }),
    route({
      method: 'GET', path: '/customer/{customerId}/beneficiaries', operationId: 'listBeneficiaries', tag, scope: 'customer:read',
      summary: 'List a customer\'s beneficiaries',
      description: 'The accounts saved for the customer, the last used first. To pay one, enquire its name again.',
      params: beneficiariesParams, query: listBeneficiariesQuery, data: z.array(beneficiaryData), envelope: pageEnvelope,
      responseExample: { summary: 'One beneficiary', value: onePageExample([beneficiary]) },
      errors: ['customer_not_found'],
      handle: (request) => getBeneficiaries(ctx, request),
    }),
    route({
      method: 'DELETE', path: '/customer/{customerId}/beneficiaries/{beneficiaryId}', operationId: 'removeBeneficiary', tag, scope: 'customer:write',
      summary: 'Remove a beneficiary',
      description: 'Takes the account out of the customer\'s list, until an enquiry or a payment saves it anew. Its transfers stay as they are.',
      params: beneficiaryParams, data: z.object({}),
      responseExample: { summary: 'Removed', value: {} },
      errors: ['customer_not_found'],
      handle: (request) => removeBeneficiary(ctx, request),
    }),
  ];
}
