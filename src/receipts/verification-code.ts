/** The code on a receipt: 80 random bits in Crockford's base 32, which leaves out I, L, O and U because they are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters out of 10 random bytes. */
export function verificationCode(random: Uint8Array): string {
  let bits = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let place = 0; place < 16; place += 1) {
    code = alphabet.charAt(Number(bits & 31n)) + code;
    bits >>= 5n;
  }
  return code;
}

/** "AB12-CD34-EF56-GH78": how it is printed. */
export function printedCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** A code as somebody typed it: any case, with or without dashes and spaces, O for 0, I and L for 1. Null: no code at all. */
export function parseCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}
