/** What the pages of customers share: how a customer is called, and what their states look like. */
import { Badge } from '@mantine/core';
import type { Data } from '@/api/client.ts';
import { Status } from '@/components/values.tsx';
import { straight } from '@/lib/format.ts';

export type Customer = Data<'readCustomer'>;
export type Business = Extract<Customer, { businessName: string }>;
export type Listed = Data<'listCustomers'>[number];

export const isBusiness = (customer: Customer): customer is Business => 'businessName' in customer;

/** Its names are gone with everything else. */
export const isErased = (customer: Customer): boolean => customer.firstName === '';

export function nameOf(customer: Customer | Listed): string {
  if ('businessName' in customer && customer.businessName !== '') return straight(customer.businessName);
  const name = [customer.firstName, customer.otherName, customer.surname].filter((part) => part !== null && part !== '').join(' ');
  return name === '' ? 'Erased customer' : straight(name);
}

/** Companies stand in lists under `customerNumber` alone. */
export function idOf(customer: Listed): string {
  return 'customerId' in customer ? customer.customerId : customer.customerNumber;
}

export const kindWord = ({ classType }: Pick<Customer, 'classType'>): string => (classType === 'BUSINESS' ? 'Business' : 'Individual');

export function CustomerStatus({ status }: { status: 'Active' | 'Inactive' }) {
  return <Status tone={status === 'Active' ? 'good' : 'attention'}>{status === 'Active' ? 'Enabled' : 'Disabled'}</Status>;
}

export function Tier({ tier }: { tier: string }) {
  return <Badge miw="max-content" variant="outline" color="gray" radius="sm" tt="none" c="inherit">Tier {tier}</Badge>;
}

/** The day of a date or date-time that stands for a calendar day and no moment. */
export const calendarDay = (text: string): string => text.slice(0, 10);
