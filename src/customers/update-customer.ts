import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { emit } from '#src/events/emit.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { keyedInput } from '#src/kyc/ask-provider.ts';
import { canonicalJson } from '#src/lib/canonical.ts';
import { parseNigerianPhone } from '#src/lib/phone.ts';
import { recordAudit } from '#src/organizations/audit.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { customerEvents } from './customer-events.ts';
import { blankToNull, createFieldReader, forms, parseEmail, readAddress } from './field-reader.ts';
import { customerPlace, customerSealer } from './find-customer.ts';
import { readNextOfKin } from './read-profile.ts';
import { type Address, type ContactColumns, type CustomerRow, lockCustomer, setContact } from './store.ts';
import type { NextOfKin, UpdateCustomerBody } from './wire.ts';

export const contactFields = ['email', 'phone', 'salutation', 'address', 'nextOfKin'] as const;
type ContactField = (typeof contactFields)[number];

/** What was sent, in one spelling; undefined stays as it is. */
type Contact = {
  email: string | null | undefined;
  /** E.164 */
  phone: string | undefined;
  salutation: string | null | undefined;
  address: Address | undefined;
  nextOfKin: NextOfKin | undefined;
};

/**
 * Changes contact and address. The event and the audit log name the fields and never their values.
 * @throws Failure invalid_field, customer_not_found
 */
export async function updateCustomer(ctx: Context, request: RouteRequest<UpdateCustomerBody, { customerId: string }>): Promise<Answer> {
  const contact = readContact(request.body);
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const answer = await ctx.requests.once(request, keyedInput(keys, contact), async (tx) => {
    const customer = await lockCustomer(tx, request.params.customerId);
    if (customer === undefined || customer.erasedAt !== null) throw fail('customer_not_found');
    const { customerId } = customer;
    if (contact.nextOfKin !== undefined && customer.classType === 'BUSINESS') throw fail('invalid_field', { field: '/nextOfKin', message: 'A company has no next of kin.' });
    const changed = changedFields(customer, contact, keys);
    if (changed.length > 0) {
      await setContact(tx, customer, columnsOf(customer, contact, changed, keys));
      await recordAudit(tx, ctx.ids, { actor: request.caller.credentialId, action: 'customer.updated', subject: customerId, details: { fields: changed } });
      await emit(tx, ctx.ids, customerEvents(customer.classType, { kind: 'customer.updated', subject: customerId, sequence: customer.version + 1, data: { customerId } }));
    }
    return success({ customerId, changed }, { message: 'Customer profile updated' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

function readContact(body: UpdateCustomerBody): Contact {
  const reader = createFieldReader();
  const contact = {
    email: body.email === undefined ? undefined : reader.read('/email', body.email, parseEmail, forms.email),
    phone: body.phone === undefined ? undefined : reader.need('/phone', body.phone, parseNigerianPhone, forms.phone),
    salutation: body.salutation === undefined ? undefined : blankToNull(body.salutation),
    address: body.address === undefined ? undefined : readAddress(body.address),
    nextOfKin: body.nextOfKin === undefined ? undefined : readNextOfKin(reader, body.nextOfKin),
  };
  reader.finish();
  return contact;
}

function changedFields(customer: CustomerRow, contact: Contact, keys: TenantKeys): ContactField[] {
  const own = customerSealer(keys, customer);
  const open = (column: 'phone_sealed' | 'next_of_kin_sealed', sealed: Buffer): string => own.open(customerPlace(column, customer.customerId), sealed);
  const { nextOfKinSealed } = customer;
  const before: Record<ContactField, unknown> = {
    email: customer.email,
    phone: open('phone_sealed', customer.phoneSealed),
    salutation: customer.salutation,
    address: customer.address,
    nextOfKin: nextOfKinSealed === null ? null : JSON.parse(open('next_of_kin_sealed', nextOfKinSealed)),
  };
  return contactFields.filter((field) => contact[field] !== undefined && canonicalJson(contact[field]) !== canonicalJson(before[field]));
}

function columnsOf(customer: CustomerRow, contact: Contact, changed: readonly ContactField[], keys: TenantKeys): ContactColumns {
  const { email = customer.email, salutation = customer.salutation, address = customer.address, phone, nextOfKin } = contact;
  const own = customerSealer(keys, customer);
  const seal = (column: 'phone_sealed' | 'next_of_kin_sealed', text: string): Buffer => own.seal(customerPlace(column, customer.customerId), text);
  const newPhone = phone !== undefined && changed.includes('phone') ? phone : null;
  return {
    email, salutation, address,
    phoneSealed: newPhone === null ? customer.phoneSealed : seal('phone_sealed', newPhone),
    phoneIndex: newPhone === null ? null : keys.index('customer.phone', newPhone),
    nextOfKinSealed: nextOfKin === undefined ? customer.nextOfKinSealed : seal('next_of_kin_sealed', JSON.stringify(nextOfKin)),
  };
}
