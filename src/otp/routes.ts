import { z } from 'zod';
import type { Context } from '#src/context.ts';
import { type Route, route } from '#src/http/route.ts';
import { requestOtp, validateOtp } from './request-otp.ts';
import { otpRequestBody, otpRequestData, otpValidationBody } from './wire.ts';

const tag = 'OTP utilities';

export function otpRoutes(ctx: Context): Route[] {
  return [
    route({
      method: 'POST', path: '/utils/otp-request', operationId: 'requestOtp', tag, scope: 'otp:use',
      summary: 'Request an OTP',
      description: 'Sends a 6-digit code to the phone of the account. It lives 300 seconds; an earlier code of the same account ends, one sent for a transfer too.',
      body: otpRequestBody, data: otpRequestData,
      requestExample: { summary: 'For an account', value: { accountNumber: '9900000001' } },
      responseExample: { summary: 'Sent', value: { accountNumber: '9900000001', otpReferenceId: 'otp_0199d4e0c1f07c3fa1b2c3d4e5f60718', expTime: '300' } },
      errors: ['account_not_found', 'source_account_not_allowed', 'otp_rate_limited', 'otp_attempts_exceeded'],
      handle: (request) => requestOtp(ctx, request),
    }),
    route({
      method: 'POST', path: '/utils/otp-validation', operationId: 'validateOtp', tag, scope: 'otp:use',
      summary: 'Validate an OTP',
      description: 'Spends a code of POST /utils/otp-request. Five wrong tries kill it; a code sent for a transfer is refused here.',
      body: otpValidationBody, data: z.object({}),
      requestExample: { summary: 'Validate', value: { otpReferenceId: 'otp_0199d4e0c1f07c3fa1b2c3d4e5f60718', OTP: '123456' } },
      responseExample: { summary: 'Valid', value: {} },
      errors: ['otp_reference_not_found', 'otp_invalid', 'otp_expired', 'otp_superseded', 'otp_attempts_exceeded', 'otp_already_used', 'otp_reference_mismatch'],
      handle: (request) => validateOtp(ctx, request),
    }),
  ];
}
