import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { onePageExample } from '#src/http/envelope.ts';
import { pageEnvelope } from '#src/http/page-query.ts';
import { type Route, route } from '#src/http/route.ts';
import { scenarioHeader } from '#src/transfers/scenario-header.ts';
import { cancelBatch } from './cancel-batch.ts';
import { createBatch } from './create-batch.ts';
import { csvExample, readCsvBody } from './csv-body.ts';
import { getBatch, getBatches, getItems, itemMedia } from './read-batches.ts';
import * as example from './route-examples.ts';
import { sendBatchOtp } from './send-batch-otp.ts';
import { validateBatch } from './validate-batch.ts';
import {
  batchData, batchOtpData, batchParams, cancelledBatchData, createBatchBody, createBatchQuery, createdBatchData, itemData, listBatchesQuery, listItemsQuery, validateBatchBody, validatedBatchData,
} from './wire.ts';

const tag = 'Bulk transfers';

export function bulkRoutes(ctx: Context): Route[] {
  return [...writingRoutes(ctx), ...readingRoutes(ctx)];
}

function writingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'POST', path: '/transfer/bulk', operationId: 'createBulkTransfer', tag, scope: 'transfer:initiate', headers: scenarioHeader(ctx),
      summary: 'Send a bulk transfer',
      description: 'Up to 1,000 payments from one account, as JSON or as CSV. A file with a fault is refused whole, with an entry for each. Names are asked afterwards; then one OTP confirms all payments that were accepted.',
      query: createBatchQuery, body: createBatchBody, data: createdBatchData,
      // A payment of 1,000 with every field at its longest, as JSON.
      bodyLimits: { bytes: 2 * 1024 * 1024, keys: 10_000 },
      bodyMedia: { 'text/csv': { read: readCsvBody, example: csvExample } },
      requestExample: { summary: 'Two payments from a collection account', value: example.creation },
      responseExample: { summary: 'Taken', value: example.created },
      errors: ['customer_not_found', 'account_not_found', 'bank_not_found', 'source_account_not_allowed', 'customer_disabled', 'account_restricted', 'name_mismatch', 'invalid_amount'],
      handle: (request) => createBatch(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/bulk/{batchId}/otp', operationId: 'sendBulkTransferOtp', tag, scope: 'transfer:initiate',
      summary: 'Send the OTP of a bulk transfer',
      description: 'For a bulk transfer that is ready. The code confirms exactly what `hash` and `total` name, and nothing else; an earlier code of the account ends.',
      params: batchParams, data: batchOtpData,
      responseExample: { summary: 'Sent', value: example.otpSent },
      errors: ['transfer_state_invalid', 'customer_disabled', 'account_restricted', 'otp_rate_limited', 'otp_attempts_exceeded'],
      handle: (request) => sendBatchOtp(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/bulk/{batchId}/validate', operationId: 'validateBulkTransfer', tag, scope: 'transfer:validate',
      summary: 'Confirm a bulk transfer with its OTP',
      description: 'Spends the OTP and makes every accepted payment a transfer of its own, which starts at once or at `scheduledFor`. Money is held payment by payment as they start, so that later ones may fail for funds or limits. Too little money for all: the code is spent, and the bulk transfer stays ready for another one.',
      params: batchParams, body: validateBatchBody, data: validatedBatchData,
      requestExample: { summary: 'Confirm', value: example.validation },
      responseExample: { summary: 'Confirmed', value: example.validated },
      errors: [
        'otp_reference_not_found', 'transfer_state_invalid', 'otp_already_used', 'otp_invalid', 'otp_expired', 'otp_superseded', 'otp_attempts_exceeded', 'otp_reference_mismatch',
        'insufficient_funds', 'customer_disabled', 'account_restricted',
      ],
      handle: (request) => validateBatch(ctx, request),
    }),
    route({
      method: 'POST', path: '/transfer/bulk/{batchId}/cancel', operationId: 'cancelBulkTransfer', tag, scope: 'transfer:initiate',
      summary: 'Cancel a bulk transfer',
      description: 'Before its OTP the whole; afterwards the payments that have not started. Those that have started go on.',
      params: batchParams, data: cancelledBatchData,
      responseExample: { summary: 'Cancelled', value: example.cancelled },
      errors: ['transfer_state_invalid'],
      handle: (request) => cancelBatch(ctx, request),
    }),
  ];
}

function readingRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET', path: '/transfer/bulk', operationId: 'listBulkTransfers', tag, scope: 'transfer:read',
      summary: 'List bulk transfers',
      description: 'Bulk transfers of the environment, newest first.',
      query: listBatchesQuery, data: z.array(batchData), envelope: pageEnvelope,
      responseExample: { summary: 'One bulk transfer', value: onePageExample([example.batch]) },
      errors: [],
      handle: (request) => getBatches(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/bulk/{batchId}', operationId: 'getBulkTransfer', tag, scope: 'transfer:read',
      summary: 'Read a bulk transfer',
      description: 'Its state, how many payments stand at which stage, the totals, and the hash of what its OTP confirms.',
      params: batchParams, data: batchData,
      responseExample: { summary: 'Completed', value: example.batch },
      errors: [],
      handle: (request) => getBatch(ctx, request),
    }),
    route({
      method: 'GET', path: '/transfer/bulk/{batchId}/items', operationId: 'listBulkTransferItems', tag, scope: 'transfer:read',
      summary: 'List the payments of a bulk transfer',
      description: 'In the order of the file, each with the name that was found and its result. `Accept: text/csv` answers all of them, without pages.',
      params: batchParams, query: listItemsQuery, otherMedia: itemMedia, data: z.array(itemData), envelope: pageEnvelope,
      responseExample: { summary: 'One payment', value: onePageExample([example.item]) },
      errors: [],
      handle: (request) => getItems(ctx, request),
    }),
  ];
}
