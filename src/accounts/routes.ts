import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { type Route, route } from '#src/http/route.ts';
import { createCollectionAccount, createPersonalAccount } from './generate-account.ts';
import { getAccount, getAccounts } from './read-account.ts';
import { restrictAccount } from './restrict-account.ts';
import { accountData, accountParams, createCollectionBody, createdAccountData, createPersonalBody, listAccountsQuery, pagingEnvelope, restrictBody } from './wire.ts';

const tag = 'Accounts';
const account = {
  accountNumber: '2000000013', accountName: 'ADAEZE OKONKWO', type: 'savings', customerId: '4830127756', currency: 'NGN', bankCode: '999901', bankName: 'Openteller Bank',
  restriction: 'none', restrictionReason: null, balances: { ledger: 150000, available: 149000, held: 1000 }, dateAdded: '2026-11-21T09:30:00.123',
};
const createdExample = (type: string) => ({ accountNumber: '2000000013', accountName: 'ADAEZE OKONKWO', type, bankCode: '999901', bankName: 'Openteller Bank' });

export function accountRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'POST', path: '/account/bank/create/personal', operationId: 'createPersonalAccount', tag, scope: 'account:write',
      summary: 'Generate an account for a customer',
      description: 'Generates a savings or current account with a NUBAN of the operator\'s bank. OTPs of its transfers go to the customer\'s phone.',
      body: createPersonalBody, data: createdAccountData,
      requestExample: { summary: 'A savings account', value: { customerId: '4830127756', type: 'savings' } },
      responseExample: { summary: 'Generated', value: createdExample('savings') },
      errors: ['customer_not_found', 'customer_disabled', 'tier_too_low'],
      handle: (request) => createPersonalAccount(ctx, request),
    }),
    route({
      method: 'POST', path: '/account/collection', operationId: 'createCollectionAccount', tag, scope: 'account:write',
      summary: 'Generate a collection account',
      description: 'Generates an account of your own, into which you collect and from which you pay out. `phone` receives the OTPs of its transfers.',
      body: createCollectionBody, data: createdAccountData,
      requestExample: { summary: 'A collection account', value: { name: 'Ada Stores Collections', phone: '08031234567' } },
      responseExample: { summary: 'Generated', value: createdExample('collection') },
      errors: [],
      handle: (request) => createCollectionAccount(ctx, request),
    }),
    route({
      method: 'GET', path: '/account/{accountNumber}', operationId: 'getAccount', tag, scope: 'account:read',
      summary: 'Read an account',
      description: 'One account with its balances in naira: ledger (booked), held (for transfers on their way) and available (what can be spent).',
      params: accountParams, data: accountData,
      responseExample: { summary: 'An account', value: account },
      errors: ['account_not_found'],
      handle: (request) => getAccount(ctx, request),
    }),
    route({
      method: 'GET', path: '/accounts', operationId: 'listAccounts', tag, scope: 'account:read',
      summary: 'List accounts',
      description: 'Accounts of the environment, newest first, with their balances.',
      query: listAccountsQuery, data: z.array(accountData), envelope: pagingEnvelope,
      responseExample: { summary: 'One account', value: onePageExample([account]) },
      errors: [],
      handle: (request) => getAccounts(ctx, request),
    }),
    route({
      method: 'PATCH', path: '/account/{accountNumber}', operationId: 'restrictAccount', tag, scope: 'account:write',
      summary: 'Restrict an account',
      description: 'Sets or lifts a restriction. A restricted account refuses the debits or credits named; transfers already confirmed run to their end.',
      params: accountParams, body: restrictBody, data: z.object({}),
      requestExample: { summary: 'No debits', value: { restriction: 'no_debit', reason: 'Court order 12/2026' } },
      responseExample: { summary: 'Restricted', value: {} },
      errors: ['account_not_found'],
      handle: (request) => restrictAccount(ctx, request),
    }),
  ];
}
