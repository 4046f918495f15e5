import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { createVirtualAccount } from './create-virtual.ts';
import { createCollectionAccount, createPersonalAccount } from './generate-account.ts';
import { getAccount, getAccounts } from './read-account.ts';
import { liftLien, placeLien } from './place-lien.ts';
import { restrictAccount } from './restrict-account.ts';
import { getRestrictions } from './restriction-history.ts';
import { setLowBalance } from './set-low-balance.ts';
import { accountData, accountParams, createCollectionBody, createdAccountData, createdVirtualData, createPersonalBody, createVirtualBody, getAccountQuery, historyData, historyQuery, lienBody, lienData, lienParams, listAccountsQuery, lowBalanceBody, lowBalanceData, releaseQuery, restrictBody } from './wire.ts';

const tag = 'Accounts';
const account = {
  accountNumber: '2000000013', accountName: 'ADAEZE OKONKWO', type: 'savings', customerId: '4830127756', currency: 'NGN', bankCode: '999901', bankName: 'Openteller Bank',
  restriction: 'none', restrictionReason: null, liens: 0, settlesTo: null, expiresAt: null, balances: { ledger: 150000, available: 149000, held: 1000 }, lowBalance: null, balanceAsOf: null, dateAdded: '2026-11-21T09:30:00.123',
};
const history = {
  id: 'aud_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', at: '2026-11-21T09:30:00.123Z', kind: 'LIEN_PLACED', actor: 'crd_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', reason: 'Loan 4471, March',
  restriction: null, previousRestriction: null, lienId: 'lin_0198c2f0a1b27c3d8e4f5a6b7c8d9e0f', amount: 2500,
};
const createdExample = (type: string) => ({ accountNumber: '2000000013', accountName: 'ADAEZE OKONKWO', type, bankCode: '999901', bankName: 'Openteller Bank' });

export function accountRoutes(ctx: Context): Route[] {
  return [...generatingRoutes(ctx), ...readingRoutes(ctx), ...restrictingRoutes(ctx)];
}

function generatingRoutes(ctx: Context): Route[] {
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
      method: 'POST', path: '/account/virtual/create/dynamic', operationId: 'createVirtualAccount', tag, scope: 'account:write',
      summary: 'Generate a virtual account that expires',
      description: 'A number to be paid once or for a while, such as for one order. Until it expires, money sent to it is credited to the collection account named, or to your first one, and the event '
        + '`account.credited` names both. Afterwards it cannot be found or credited any more; its number is never given again.',
      body: createVirtualBody, data: createdVirtualData,
      requestExample: { summary: 'For an hour', value: { name: 'Ada Stores / Order 1021', expTime: 3600, settlesTo: '2000000020' } },
      responseExample: { summary: 'Generated', value: { ...createdExample('virtual'), accountName: 'Ada Stores / Order 1021', settlesTo: '2000000020', expiresAt: '2026-11-21T10:30:00.123Z' } },
      errors: ['account_not_found', 'source_account_not_allowed'],
      handle: (request) => createVirtualAccount(ctx, request),
    }),
  ];
}

function readingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET', path: '/account/{accountNumber}', operationId: 'getAccount', tag, scope: 'account:read',
      summary: 'Read an account',
      description: 'One account with its balances in naira: ledger (booked), held (for transfers on their way) and available (what can be spent). `asOf` adds the balances at a moment in the past.',
      params: accountParams, query: getAccountQuery, data: accountData,
      responseExample: { summary: 'An account', value: account },
      errors: ['account_not_found'],
      handle: (request) => getAccount(ctx, request),
    }),
    route({
      method: 'GET', path: '/accounts', operationId: 'listAccounts', tag, scope: 'account:read',
      summary: 'List accounts',
      description: 'Accounts of the environment, newest first, with their balances.',
      query: listAccountsQuery, data: z.array(accountData), envelope: pageEnvelope,
      responseExample: { summary: 'One account', value: onePageExample([account]) },
      errors: [],
      handle: (request) => getAccounts(ctx, request),
    }),
    route({
      method: 'GET', path: '/account/{accountNumber}/restrictions', operationId: 'listRestrictions', tag, scope: 'account:read',
      summary: 'Read what was done to what an account may do',
      description: 'Restrictions, liens and dormancy with their reasons, newest first.',
      params: accountParams, query: historyQuery, data: z.array(historyData), envelope: pageEnvelope,
      responseExample: { summary: 'A lien', value: onePageExample([history]) },
      errors: ['account_not_found'],
      handle: (request) => getRestrictions(ctx, request),
    }),
  ];
}

function restrictingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'PATCH', path: '/account/{accountNumber}', operationId: 'restrictAccount', tag, scope: 'account:write',
      summary: 'Restrict an account',
      description: 'Sets or lifts a restriction. A restricted account refuses the debits or credits named; transfers already confirmed run to their end. The account of an erased customer stays shut.',
      params: accountParams, body: restrictBody, data: z.object({}),
      requestExample: { summary: 'No debits', value: { restriction: 'no_debit', reason: 'Court order 12/2026' } },
      responseExample: { summary: 'Restricted', value: {} },
      errors: ['account_not_found', 'account_closed'],
      handle: (request) => restrictAccount(ctx, request),
    }),
    route({
      method: 'PUT', path: '/account/{accountNumber}/low-balance', operationId: 'setLowBalance', tag, scope: 'account:write',
      summary: 'Be told when the money runs low',
      description: 'The event `account.low_balance` is written each time a confirmed transfer takes the available balance from the threshold or above to below it.',
      params: accountParams, body: lowBalanceBody, data: lowBalanceData,
      requestExample: { summary: 'Below 5,000', value: { threshold: 5000 } },
      responseExample: { summary: 'Set', value: { accountNumber: '2000000013', threshold: 5000 } },
      errors: ['account_not_found', 'invalid_amount', 'source_account_not_allowed'],
      handle: (request) => setLowBalance(ctx, request),
    }),
    route({
      method: 'POST', path: '/account/{accountNumber}/lien', operationId: 'placeLien', tag, scope: 'account:write',
      summary: 'Place a lien',
      description: 'Keeps an amount from being spent until it is released. It may exceed the balance, and then takes what comes in; transfers already confirmed run to their end.',
      params: accountParams, body: lienBody, data: lienData,
      requestExample: { summary: 'A lien', value: { amount: 2500, reason: 'Loan 4471, March' } },
      responseExample: { summary: 'Placed', value: { lienId: history.lienId, accountNumber: '2000000013', amount: 2500, reason: 'Loan 4471, March' } },
      errors: ['account_not_found', 'invalid_amount', 'source_account_not_allowed'],
      handle: (request) => placeLien(ctx, request),
    }),
    route({
      method: 'DELETE', path: '/account/{accountNumber}/lien/{lienId}', operationId: 'releaseLien', tag, scope: 'account:write',
      summary: 'Release a lien',
      description: 'The amount can be spent again. Releasing it once more changes nothing.',
      params: lienParams, query: releaseQuery, data: z.object({}),
      responseExample: { summary: 'Released', value: {} },
      errors: ['account_not_found'],
      handle: (request) => liftLien(ctx, request),
    }),
  ];
}
