/** What the addresses of the pages say. */
import type { Data } from '@/api/client.ts';
import { readPageNumber, readTexts } from '@/lib/search.ts';

export type Account = Data<'listAccounts'>[number];

export const accountTypes = ['savings', 'current', 'collection', 'virtual'] as const;

export type AccountsSearch = { page?: number; type?: Account['type']; customer?: string };

export function isAccountType(text: string | undefined): text is Account['type'] {
  return accountTypes.some((type) => type === text);
}

export function readAccountsSearch(search: Record<string, unknown>): AccountsSearch {
  const { type, customer } = readTexts(search, ['type', 'customer']);
  return { ...readPageNumber(search), ...(isAccountType(type) ? { type } : {}), ...(customer !== undefined && /^\d{1,20}$/.test(customer) ? { customer } : {}) };
}

export const tabs = ['statement', 'held', 'restrictions', 'limits'] as const;
export type Tab = (typeof tabs)[number];
/** `page` is that of the statement, or of the history. */
export type AccountSearch = { tab?: Tab; from?: string; to?: string; page?: number };

export function isTab(text: string | null | undefined): text is Tab {
  return tabs.some((tab) => tab === text);
}

export function readAccountSearch(search: Record<string, unknown>): AccountSearch {
  const { tab, from, to } = readTexts(search, ['tab', 'from', 'to']);
  const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text);
  return { ...(isTab(tab) ? { tab } : {}), ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}), ...readPageNumber(search) };
}
