/** Accounts that a customer pays: saved, listed, removed. None of this moves money or spares an enquiry. */
import type { z } from 'zod';
import type { BankTable } from '#src/banks/banks.ts';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readPage } from '#src/http/page-query.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { type Beneficiary, deleteBeneficiary, listBeneficiaries } from './beneficiary-store.ts';
import { type beneficiariesParams, type beneficiaryParams, type listBeneficiariesQuery, type saveBeneficiaryBody, toBeneficiaryData } from './beneficiary-wire.ts';
import { selectEnquiries } from './enquiry-store.ts';
import { customerMustExist, saveEnquired } from './save-beneficiaries.ts';

type OfCustomer = z.output<typeof beneficiariesParams>;

/** The enquiry stays good for its transfer. An account that was saved before keeps its id. @throws Failure customer_not_found, name_enquiry_not_found */
export async function saveBeneficiary(ctx: Context, request: RouteRequest<z.output<typeof saveBeneficiaryBody>, OfCustomer>): Promise<Answer> {
  const { customerId } = request.params;
  const { nameEnquirySessionId } = request.body;
  const banks = ctx.banks.of(request.caller.environment);
  return ctx.requests.once(request, request.body, async (tx) => {
    await customerMustExist(tx, customerId);
    const enquiry = (await selectEnquiries(tx, [nameEnquirySessionId])).get(nameEnquirySessionId);
    if (enquiry === undefined || (enquiry.expiresAt <= tx.now && !enquiry.used)) throw fail('name_enquiry_not_found', { field: '/nameEnquirySessionId' });
    return success(toData(banks, await saveEnquired(tx, ctx.ids, customerId, enquiry)), { message: 'Beneficiary saved' });
  });
}

/** One page, the last used first. @throws Failure customer_not_found */
export async function getBeneficiaries(ctx: Context, request: RouteRequest<unknown, OfCustomer, z.output<typeof listBeneficiariesQuery>>): Promise<Answer> {
  const { customerId } = request.params;
  const page = readPage(request.query);
  const banks = ctx.banks.of(request.caller.environment);
  return ctx.db.read(request.caller.tenantId, async (tx) => {
    await customerMustExist(tx, customerId);
    const { total, beneficiaries } = await listBeneficiaries(tx, { customerId, search: request.query.search ?? null }, page);
    return success(beneficiaries.map((beneficiary) => toData(banks, beneficiary)), { extra: pagingFields(page, total) });
  });
}

/** @throws Failure customer_not_found, record_not_found */
export async function removeBeneficiary(ctx: Context, request: RouteRequest<unknown, z.output<typeof beneficiaryParams>>): Promise<Answer> {
  const { customerId, beneficiaryId } = request.params;
  return ctx.requests.once(request, {}, async (tx) => {
    await customerMustExist(tx, customerId);
    if (!(await deleteBeneficiary(tx, customerId, beneficiaryId))) throw fail('record_not_found', { message: 'The customer has no such beneficiary.' });
    return success({}, { message: 'Beneficiary removed' });
  });
}

function toData(banks: BankTable, beneficiary: Beneficiary): ReturnType<typeof toBeneficiaryData> {
  return toBeneficiaryData(beneficiary, banks.resolveBank(beneficiary.bankCode)?.name ?? beneficiary.bankCode);
}
