/** OTP utilities on the wire. */
import { z } from 'zod';

const otpReference = z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters').describe('The otpReferenceId of the request (the spelling otpReferneceId is accepted too).');
const code = z.string().regex(/^\d{6}$/, 'must have 6 digits').describe('The 6 digits of the message. On the sandbox 123456 also passes.').meta({ examples: ['123456'] });

export const otpRequestBody = z.strictObject({
  accountNumber: z.string().regex(/^\d{10}$/, 'must have 10 digits').describe('An account of yours or of your customers.').meta({ examples: ['9900000001'] }),
});

export const otpRequestData = z.object({
  accountNumber: z.string(),
  otpReferenceId: z.string(),
  expTime: z.string().describe('Seconds of life, as text.'),
});

export const otpValidationBody = z.strictObject({
  otpReferenceId: otpReference.optional(),
  otpReferneceId: otpReference.optional(),
  OTP: code.optional(),
  otp: code.optional(),
});
