import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { getReceipt, receiptMedia, verifyReceipt } from './receipt.ts';
import { codeParams, receiptData, receiptExample, receiptParams, verifiedData, verifiedExample } from './wire.ts';

const tag = 'Transfers';

export function receiptRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'GET', path: '/transfer/{transactionId}/receipt', operationId: 'getReceipt', tag, scope: 'transfer:read', otherMedia: receiptMedia,
      summary: 'Get the receipt of a transfer',
      description: 'For a transfer that reached its beneficiary, or came back later. An HTML document unless `Accept: application/pdf` or `Accept: application/json` asks for another form. '
        + 'Its verification code can be checked by anybody at /receipts/{code}.',
      params: receiptParams, data: receiptData,
      responseExample: { summary: 'A receipt', value: receiptExample },
      errors: ['transaction_not_found', 'transfer_state_invalid'],
      handle: (request) => getReceipt(ctx, request),
    }),
    route({
      method: 'GET', path: '/receipts/{verificationCode}', operationId: 'verifyReceipt', tag, scope: 'transfer:read',
      summary: 'Verify a receipt',
      description: 'Confirms a receipt of yours by the code on it, with the status of the transfer as it is now. Tells nothing that the receipt does not show.',
      params: codeParams, data: verifiedData,
      responseExample: { summary: 'Genuine', value: verifiedExample },
      errors: [],
      handle: (request) => verifyReceipt(ctx, request),
    }),
  ];
}
