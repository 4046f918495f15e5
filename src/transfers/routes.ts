import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { cancelTransfer } from './cancel.ts';
import type { Lanes } from './lanes.ts';
import { getBank, getBankCandidates, getBanks } from './list-banks.ts';
import { bankData, bankParams, candidatesQuery, listTransfersQuery } from './list-wire.ts';
import { enquireName } from './name-enquiry.ts';
import { exportMedia } from './export-transfers.ts';
import { getTransfer, getTransfers, getTransferStatus } from './read-transfer.ts';
import { preflight } from './preflight.ts';
import { preflightBody, preflightData, preflightExample } from './preflight-wire.ts';
import { resendOtp } from './resend-otp.ts';
import * as example from './route-examples.ts';
import { scenarioHeader } from './scenario-header.ts';
import { confirm, initiateFromCollection, initiateFromCustomer } from './submit.ts';
import { cancelBody, confirmedData, initiateCollectionBody, initiateCustomerBody, initiatedData, nameEnquiryBody, nameEnquiryData, resendBody, resentData, statusData, transferData, transferParams, validateBody } from './wire.ts';

const tag = 'Transfers';

const initiationErrors = [
  'account_not_found', 'bank_not_found', 'source_account_not_allowed', 'account_restricted', 'name_enquiry_not_found', 'name_enquiry_already_used',
  'beneficiary_mismatch', 'invalid_amount', 'insufficient_funds', 'limit_exceeded', 'too_many_transfers', 'otp_rate_limited', 'otp_attempts_exceeded',
] as const;

export function transferRoutes(ctx: Context, lanes: Lanes): Route[] {
  const headers = scenarioHeader(ctx);
  return [...initiationRoutes(ctx, lanes, headers), ...confirmationRoutes(ctx, lanes), ...readRoutes(ctx)];
}

function initiationRoutes(ctx: Context, lanes: Lanes, headers: Readonly<Record<string, string>>): Route[] {
  return [
    route({
      method: 'POST', path: '/transfer/name-enquiry', operationId: 'enquireName', tag, scope: 'transfer:initiate', headers,
      summary: 'Look up the name of an account',
      description: 'Asks the beneficiary bank who owns the account. The sessionId is good for one transfer to exactly this account within 15 minutes. With a `customerId`, the account is saved among the customer\'s beneficiaries.',
      body: nameEnquiryBody, data: nameEnquiryData,
      requestExample: { summary: 'An account at another bank', value: example.enquiry },
      responseExample: { summary: 'Found', value: example.enquired },
      errors: ['account_not_found', 'bank_not_found', 'account_restricted', 'customer_not_found', 'beneficiary_bank_unavailable'],
      handle: (request) => enquireName(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/customer/initiate', operationId: 'initiateCustomerTransfer', tag, scope: 'transfer:initiate', headers,
      summary: 'Initiate a transfer from a customer\'s account',
      description: 'Checks everything, reserves nothing, and sends an OTP to the customer\'s phone. The beneficiary must be the one enquired. An earlier OTP of the account ends. With `scheduledFor` it starts then: funds and the day\'s limits are decided at that time.',
      body: initiateCustomerBody, data: initiatedData,
      requestExample: { summary: 'From a customer', value: example.customerInitiation },
      responseExample: { summary: 'Initiated', value: example.initiated },
      errors: [...initiationErrors, 'customer_not_found', 'customer_disabled', 'name_mismatch'],
      handle: (request) => initiateFromCustomer(ctx, lanes, request),
    }),
    route({
      method: 'POST', path: '/transfer/collection/initiate', operationId: 'initiateCollectionTransfer', tag, scope: 'transfer:initiate', headers,
      summary: 'Initiate a transfer from a collection account',
      description: 'The same from one of your collection accounts; its OTP goes to the phone on that account.',
      body: initiateCollectionBody, data: initiatedData,
      requestExample: { summary: 'From a collection account', value: example.collectionInitiation },
      responseExample: { summary: 'Initiated', value: example.initiated },
      errors: initiationErrors,
      handle: (request) => initiateFromCollection(ctx, lanes, request),
    }),
  ];
}

/** What is done with a transfer that was initiated, and the question before it. */
function confirmationRoutes(ctx: Context, lanes: Lanes): Route[] {
  return [
    route({
      method: 'POST', path: '/transfer/validate', operationId: 'validateTransfer', tag, scope: 'transfer:validate',
      summary: 'Confirm a transfer with its OTP',
      description: 'Spends the OTP and holds the money in one step, then sends it; a scheduled transfer holds nothing and waits for its time. Each try needs a requestId of its own; five wrong tries kill the code.',
      body: validateBody, data: confirmedData,
      requestExample: { summary: 'Confirm', value: example.validation },
      responseExample: { summary: 'Confirmed', value: example.confirmed },
      errors: [
        'transaction_not_found', 'otp_reference_not_found', 'transfer_state_invalid', 'otp_already_used', 'otp_invalid', 'otp_expired', 'otp_superseded',
        'otp_attempts_exceeded', 'otp_reference_mismatch', 'insufficient_funds', 'limit_exceeded', 'too_many_transfers', 'customer_disabled', 'account_restricted',
      ],
      handle: (request) => confirm(ctx, lanes, request),
    }),
    route({
      method: 'POST', path: '/transfer/resend-otp', operationId: 'resendTransferOtp', tag, scope: 'transfer:initiate',
      summary: 'Send a new OTP for a transfer',
      description: 'For a transfer that still waits for its OTP. The earlier code ends; the transfer itself ends 30 minutes after its initiation.',
      body: resendBody, data: resentData,
      requestExample: { summary: 'Resend', value: { transactionId: example.transactionId } },
      responseExample: { summary: 'Sent', value: example.resent },
      errors: ['transaction_not_found', 'transfer_state_invalid', 'otp_rate_limited', 'otp_attempts_exceeded'],
      handle: (request) => resendOtp(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/cancel', operationId: 'cancelTransfer', tag, scope: 'transfer:initiate',
      summary: 'Cancel a transfer that has not started',
      description: 'For a transfer that waits for its OTP or for its time. Nothing was held, so nothing is given back. When its start wins the race, the refusal says how it stands.',
      body: cancelBody, data: statusData,
      requestExample: { summary: 'Cancel', value: { transactionId: example.transactionId } },
      responseExample: { summary: 'Cancelled', value: example.cancelledStatus },
      errors: ['transaction_not_found', 'transfer_state_invalid'],
      handle: (request) => cancelTransfer(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/preflight', operationId: 'preflightTransfer', tag, scope: 'transfer:read',
      summary: 'Ask what a transfer would cost and whether it would be accepted',
      description: 'Fee, VAT, stamp duty, limits with what is left and when they reset, and everything that would refuse the transfer. No OTP is sent and no money moves.',
      body: preflightBody, data: preflightData,
      requestExample: { summary: 'Before initiating', value: example.preflight },
      responseExample: { summary: 'It would be accepted', value: preflightExample },
      errors: ['account_not_found', 'bank_not_found', 'invalid_amount'],
      handle: (request) => preflight(ctx, request),
    }),
  ];
}

function readRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET', path: '/transfer/status/{transactionId}', operationId: 'getTransferStatus', tag, scope: 'transfer:read',
      summary: 'Check the status of a transfer',
      description: 'PENDING until the result is final; then SUCCESS, FAILED or REVERSED. `safeToRetry` says whether paying anew could pay twice.',
      params: transferParams, data: statusData,
      responseExample: { summary: 'Succeeded', value: example.status },
      errors: ['transaction_not_found'],
      handle: (request) => getTransferStatus(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/{transactionId}', operationId: 'getTransfer', tag, scope: 'transfer:read',
      summary: 'Read a transfer',
      description: 'The whole transfer with its timeline.',
      params: transferParams, data: transferData,
      responseExample: { summary: 'A transfer', value: example.transfer },
      errors: ['transaction_not_found'],
      handle: (request) => getTransfer(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfers', operationId: 'listTransfers', tag, scope: 'transfer:read',
      summary: 'List transfers',
      description: 'Transfers of the environment, newest first; with scheduledFrom or scheduledTo scheduled ones, the soonest first. `Accept: text/csv` and `Accept: application/x-ndjson` answer the whole filtered list, without pages.',
      otherMedia: exportMedia,
      query: listTransfersQuery, data: z.array(transferData), envelope: pageEnvelope,
      responseExample: { summary: 'One transfer', value: onePageExample([example.transfer]) },
      errors: ['invalid_amount'],
      handle: (request) => getTransfers(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/banks', operationId: 'listBanks', tag, scope: 'transfer:read',
      summary: 'List banks',
      description: 'Banks that a transfer can reach, and whether they answered of late. Any of a bank\'s codes is accepted as bankCode.',
      data: z.array(bankData),
      responseExample: { summary: 'Two banks', value: example.banks },
      errors: [],
      handle: (request) => getBanks(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/banks/candidates', operationId: 'listBankCandidates', tag, scope: 'transfer:read',
      summary: 'Suggest banks for an account number',
      description: 'Banks whose NUBAN check digit fits the number: a hint, since about one bank in ten fits by chance. Name enquiry decides.',
      query: candidatesQuery, data: z.array(bankData),
      responseExample: { summary: 'Candidates', value: example.banks },
      errors: [],
      handle: (request) => getBankCandidates(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/banks/{bankCode}', operationId: 'getBank', tag, scope: 'transfer:read',
      summary: 'Read one bank',
      description: 'By any spelling that is accepted as bankCode: NIP code, CBN code, alias or name.',
      params: bankParams, data: bankData,
      responseExample: { summary: 'A bank', value: example.banks[0] },
      errors: ['bank_not_found'],
      handle: (request) => getBank(ctx, request),
    }),
  ];
}
