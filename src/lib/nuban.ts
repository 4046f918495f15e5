import { assert } from './assert.ts';

/**
 * The check digit of a NUBAN: weights 3, 7, 3 repeated over six digits of bank code and nine of serial; the digit brings the sum to a
 * multiple of ten. A 3-digit code (deposit money bank) stands behind 000, a 5-digit code (other institutions) behind 9.
 *
 * Source: Central Bank of Nigeria, revised NUBAN standard (2020). The 2010 form gives the same digit, since its missing 000 adds nothing.
 * Throws AssertionFailure when the code is not 3, 5 or 6 digits or the serial not 9.
 */
export function checkDigit(cbnCode: string, serial9: string): number {
  assert(/^(\d{3}|\d{5}|\d{6})$/.test(cbnCode), 'a bank code has 3, 5 or 6 digits');
  assert(/^\d{9}$/.test(serial9), 'a NUBAN serial has 9 digits');
  const digits = prefix(cbnCode) + serial9;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (at % 3 === 1 ? 7 : 3);
  return (10 - (sum % 10)) % 10;
}

/** The 10-digit account number of a serial at a bank. Throws AssertionFailure as `checkDigit` does. */
export function makeNuban(cbnCode: string, serial9: string): string {
  return serial9 + String(checkDigit(cbnCode, serial9));
}

/**
 * Whether `accountNumber` is ten digits with the right check digit for the bank. False, never an error, for junk in either argument.
 * A right digit does not prove that the account exists: one bank in ten fits any number by chance.
 */
export function isValidNuban(cbnCode: string, accountNumber: string): boolean {
  if (!/^\d{10}$/.test(accountNumber) || !/^(\d{3}|\d{5}|\d{6})$/.test(cbnCode)) return false;
  return checkDigit(cbnCode, accountNumber.slice(0, 9)) === Number(accountNumber[9]);
}

function prefix(cbnCode: string): string {
  if (cbnCode.length === 3) return `000${cbnCode}`;
  return cbnCode.length === 5 ? `9${cbnCode}` : cbnCode;
}
