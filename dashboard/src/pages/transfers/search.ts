/** What the address of the list says: filters and page. */
import type { Environment, Input } from '@/api/client.ts';
import { readPageNumber, readTexts } from '@/lib/search.ts';
import { isStage, isStatus, type Stage, type Transfer } from './stages.ts';

export type TransferSearch = { page?: number; status?: Transfer['status']; stage?: Stage; account?: string; customer?: string; from?: string; to?: string; least?: string; most?: string };

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Naira without grouping, more than nothing. */
export const amountPattern = /^(?!0*(?:\.0*)?$)\d{1,13}(?:\.\d{1,2})?$/;
const isAmount = (text: string | undefined): text is string => text !== undefined && amountPattern.test(text);

export function readTransferSearch(search: Record<string, unknown>): TransferSearch {
  const { status, stage, account, customer, from, to, least, most } = readTexts(search, ['status', 'stage', 'account', 'customer', 'from', 'to', 'least', 'most']);
  return {
    ...readPageNumber(search),
    ...(isStatus(status) ? { status } : {}),
    ...(isStage(stage) ? { stage } : {}),
    ...(account !== undefined && /^\d{10}$/.test(account) ? { account } : {}),
    ...(customer !== undefined && /^\d{1,20}$/.test(customer) ? { customer } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isAmount(least) ? { least } : {}),
    ...(isAmount(most) ? { most } : {}),
  };
}

/** The filter as the call takes it, without a page. */
export function filterOf({ status, stage, account, customer, from, to, least, most }: TransferSearch): NonNullable<Input<'listTransfers'>['query']> {
  return {
    ...(status === undefined ? {} : { status }), ...(stage === undefined ? {} : { stage }), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }),
    ...(account === undefined ? {} : { accountNumber: account }), ...(customer === undefined ? {} : { customerId: customer }),
    ...(least === undefined ? {} : { amountFrom: least }), ...(most === undefined ? {} : { amountTo: most }),
  };
}

export const isFiltered = ({ page: _page, ...filter }: TransferSearch): boolean => Object.keys(filter).length > 0;

/** Where a transfer's page is. */
export const transferPath = (environment: Environment, transactionId: string): string => `/${environment}/transfers/${transactionId}`;
