import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, Caller, RouteRequest } from '#src/http/route.ts';
import { readPage } from '#src/kyc/page-query.ts';
import { maskNumber } from '#src/lib/identifiers.ts';
import { pagingFields } from '#src/lib/paging.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { isCalendarDay, isoMillis, lagosDayEnd, lagosDayStartOf } from '#src/lib/time.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { customerPlace } from './find-customer.ts';
import { type CustomerFilter, type CustomerRow, findCustomer, listCustomers } from './store.ts';
import { type CustomerListQuery, type NextOfKin, nextOfKinRecord } from './wire.ts';

/** One profile. @throws Failure customer_not_found, for other tenants' profiles too */
export async function readCustomer(ctx: Context, request: RouteRequest<unknown, { customerId: string }>): Promise<Answer> {
  const { tenantId } = request.caller;
  const keys = await ctx.keyring.of(tenantId);
  const customer = await ctx.db.read(tenantId, (tx) => findCustomer(tx, request.params.customerId));
  if (customer === undefined) throw fail('customer_not_found');
  return success(toCustomerRecord(customer, keys, request.caller));
}

/** One page of profiles, newest first. @throws Failure invalid_field for a time that cannot be read */
export async function listCustomerProfiles(ctx: Context, request: RouteRequest<unknown, unknown, CustomerListQuery>): Promise<Answer> {
  const { tenantId } = request.caller;
  const page = readPage(request.query);
  const keys = await ctx.keyring.of(tenantId);
  const filter = readFilter(request.query, keys);
  const { customers, total } = await ctx.db.read(tenantId, (tx) => listCustomers(tx, filter, page));
  return success(customers.map((customer) => toCustomerRecord(customer, keys, request.caller)), { extra: pagingFields(page, total) });
}

function readFilter(query: CustomerListQuery, keys: TenantKeys): CustomerFilter {
  const phone = query.search === undefined ? null : parseNigerianPhone(query.search);
  return {
    status: query.status ?? null,
    classType: query.classType ?? null,
    kycTier: query.kycTier === undefined ? null : Number(query.kycTier),
    search: query.search === undefined ? null : {
      words: query.search.toLowerCase().split(/\s+/),
      customerId: query.search,
      phoneIndex: phone === null ? null : keys.index('customer.phone', phone),
    },
    createdFrom: query.createdFrom === undefined ? null : readMoment(query.createdFrom, 'createdFrom').from,
    createdBefore: query.createdTo === undefined ? null : readMoment(query.createdTo, 'createdTo').before,
  };
}

/** A day is its whole Lagos day; a time without an offset is Lagos time; `before` is exclusive, so a time counts itself in. */
function readMoment(text: string, name: string): { from: Date; before: Date } {
  const day = lagosDayStartOf(text);
  if (day !== null) return { from: day, before: lagosDayEnd(day) };
  const match = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/.exec(text);
  if (match === null || !isCalendarDay(match[1] ?? '')) {
    throw fail('invalid_field', { field: `/query/${name}`, message: `${name} must be a day, YYYY-MM-DD, or an ISO 8601 time.` });
  }
  const from = new Date(match[5] === undefined ? `${text}+01:00` : text);
  return { from, before: new Date(from.getTime() + 1) };
}

const noNextOfKin: NextOfKin = {
  firstname: null, lastName: null, gender: null, email: null, phone: null, relationship: null,
  address: null, street: null, localGovernment: null, city: null, country: null,
};

/** The record as the reference shows it. Personal numbers are masked unless the caller holds customer:pii. */
function toCustomerRecord(customer: CustomerRow, keys: TenantKeys, caller: Caller): Record<string, unknown> {
  const { customerId, ninSealed, nextOfKinSealed, address } = customer;
  const shown = caller.scopes.includes('customer:pii') ? (number: string): string => number : maskNumber;
  const open = (column: Parameters<typeof customerPlace>[0], sealed: Buffer): string => keys.open(customerPlace(column, customerId), sealed);
  return {
    customerId,
    firstName: customer.firstName,
    otherName: customer.otherName,
    surname: customer.lastName,
    email: customer.email,
    phone: open('phone_sealed', customer.phoneSealed),
    salutation: customer.salutation,
    gender: customer.gender,
    dateOfBirth: `${customer.dateOfBirth}T00:00:00`,
    bvn: shown(open('bvn_sealed', customer.bvnSealed)),
    nin: ninSealed === null ? null : shown(open('nin_sealed', ninSealed)),
    nationality: customer.nationality,
    classType: customer.classType,
    status: customer.status,
    kycTier: String(customer.kycTier),
    address: { address: address.address, street: address.street, localGovernment: address.localGovernment, city: address.city, country: address.country },
    nextOfKin: nextOfKinSealed === null ? noNextOfKin : nextOfKinRecord.parse(JSON.parse(open('next_of_kin_sealed', nextOfKinSealed))),
    dateAdded: isoMillis(customer.createdAt),
  };
}
