import type { Context } from '#src/context.ts';
import type { ReadOpening } from '#src/db/database.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import { readSpan } from '#src/http/moment-query.ts';
import { preferredMedia } from '#src/http/preferred-media.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { readPage } from '#src/http/page-query.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { readLists } from '#src/lists/marks.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { completeCustomers, findWholeCustomer, toCustomerRecord, type WholeCustomer } from './customer-record.ts';
import { exportCustomers, exportMedia } from './export-customers.ts';
import { type CustomerFilter, listCustomers } from './list-store.ts';
import { recordReads, seesNumbers } from './record-reads.ts';
import { searchedWords } from './search-words.ts';
import type { CustomerListQuery } from './wire.ts';

/** One profile. @throws Failure customer_not_found, for other tenants' profiles too */
export async function readCustomer(ctx: Context, request: RouteRequest<unknown, { customerId: string }>): Promise<Answer> {
  const { tenantId } = request.caller;
  const keys = await ctx.keyring.of(tenantId);
  const unmasked = seesNumbers(request);
  const find = (opening: ReadOpening): Promise<WholeCustomer | undefined> => findWholeCustomer(ctx, opening, request.params.customerId);
  const whole = unmasked
    ? await ctx.db.open(tenantId, async (opening) => {
        const found = await find(opening);
        if (found !== undefined) await recordReads(ctx, await opening.begun, request, [found.customer.customerId]);
        return found;
      })
    : await ctx.db.readShared(tenantId, (opening) => {
        opening.lastly();
        return find(opening);
      });
  if (whole === undefined) throw fail('customer_not_found');
  return success(toCustomerRecord(whole, keys, { unmasked, inList: false }));
}

/**
 * One page of profiles, newest first; or all of them as a stream, where the caller accepts CSV or NDJSON.
 * @throws Failure invalid_field for a time that cannot be read, missing_field for a page without its number and size
 */
export async function listCustomerProfiles(ctx: Context, request: RouteRequest<unknown, unknown, CustomerListQuery>): Promise<Answer> {
  const { tenantId } = request.caller;
  const media = preferredMedia(request.headers['accept'], exportMedia);
  const keys = await ctx.keyring.of(tenantId);
  const filter = readFilter(request.query, keys);
  if (media !== null) return exportCustomers(ctx, tenantId, filter, media);
  const page = readPage(request.query);
  const { customers, total } = await readLists(ctx.db, tenantId, 'read', async (tx) => {
    const listed = await listCustomers(tx, filter, page);
    return { customers: await completeCustomers(ctx, tx, listed.customers), total: listed.total };
  });
  const unmasked = seesNumbers(request);
  if (unmasked) await ctx.db.write(tenantId, (tx) => recordReads(ctx, tx, request, customers.map(({ customer }) => customer.customerId)));
  const options = { unmasked, inList: true };
  return success(customers.map((customer) => toCustomerRecord(customer, keys, options)), { extra: pagingFields(page, total) });
}

function readFilter(query: CustomerListQuery, keys: TenantKeys): CustomerFilter {
  const phone = query.search === undefined ? null : parseNigerianPhone(query.search);
  const created = readSpan(query.createdFrom, query.createdTo, { from: 'createdFrom', to: 'createdTo' });
  return {
    status: query.status ?? null,
    classType: query.classType ?? null,
    kycTier: query.kycTier === undefined ? null : Number(query.kycTier),
    search: query.search === undefined ? null : {
      words: searchedWords(query.search),
      customerId: query.search,
      phoneIndex: phone === null ? null : keys.index('customer.phone', phone),
    },
    createdFrom: created.from,
    createdBefore: created.to,
  };
}
