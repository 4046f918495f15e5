/** Saved beneficiaries on the wire. */
import { z } from 'zod';
import { pageQuery } from '#src/http/page-query.ts';
import { isoMillis } from '#src/lib/time.ts';
import type { Beneficiary } from './beneficiary-store.ts';

export const beneficiariesParams = z.strictObject({ customerId: z.string().regex(/^\d{1,20}$/, 'must be numeric text').describe('The customer.') });
export const beneficiaryParams = beneficiariesParams.extend({ beneficiaryId: z.string().regex(/^[a-z0-9_]{1,64}$/, 'must be a beneficiaryId').describe('The beneficiary.') });
export const listBeneficiariesQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(100, 'must have at most 100 characters').optional().describe('Beginnings of words of the name, all of them, in any order.').meta({ examples: ['chin'] }),
});

export const saveBeneficiaryBody = z.strictObject({
  nameEnquirySessionId: z.string().regex(/^\d{30}$/, 'must have 30 digits').describe('`sessionId` of a name enquiry of the last 15 minutes, or of one that a transfer used.').meta({ examples: ['990001261121093000123456789012'] }),
});

export const beneficiaryData = z.object({
  beneficiaryId: z.string(),
  accountNumber: z.string(),
  accountName: z.string().describe('As the enquiry that was saved or used last answered it. Each transfer needs an enquiry of its own.'),
  bankCode: z.string().describe('NIP code.'),
  bank: z.string(),
  dateAdded: z.string(),
  lastUsed: z.string().describe('The last enquiry that was saved, or the last payment that arrived.'),
});

export function toBeneficiaryData(beneficiary: Beneficiary, bank: string): z.output<typeof beneficiaryData> {
  const { beneficiaryId, accountNumber, accountName, bankCode, createdAt, lastUsedAt } = beneficiary;
  return { beneficiaryId, accountNumber, accountName, bankCode, bank, dateAdded: isoMillis(createdAt), lastUsed: isoMillis(lastUsedAt) };
}
