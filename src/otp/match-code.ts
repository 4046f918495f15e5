/** Compares a code with what was issued, in constant time. */
import { timingSafeEqual } from 'node:crypto';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import type { Otp } from './judge.ts';

/** `fixedCode` is a code that also passes for a live reference: the sandbox's 123456, null elsewhere. */
export function codeMatches(keys: TenantKeys, otp: Otp, code: string, fixedCode: string | null): boolean {
  const right = timingSafeEqual(macOf(keys, otp, code), otp.codeMac);
  return right || (fixedCode !== null && code === fixedCode);
}

/** The MAC covers what the code is for, so that a row moved to another purpose or content matches nothing. */
export function macOf(keys: TenantKeys, { otpReferenceId, purpose, binding }: Pick<Otp, 'otpReferenceId' | 'purpose' | 'binding'>, code: string): Buffer {
  return keys.otpMac(otpReferenceId, binding === null ? purpose : `${purpose} ${binding}`, code);
}
