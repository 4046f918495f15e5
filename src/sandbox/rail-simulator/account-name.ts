import { createHash } from 'node:crypto';

// Common names, put together by chance: no combination is meant to be anybody.
const GIVEN_NAMES = [
  'ABIODUN', 'ADAEZE', 'AISHA', 'AMINA', 'AYODELE', 'BLESSING', 'CHIDI', 'CHIOMA', 'DAMILOLA', 'EBERE', 'EFE', 'EMEKA',
  'FATIMA', 'FOLAKE', 'HALIMA', 'IBRAHIM', 'IFEOMA', 'KELECHI', 'KEMI', 'MUSA', 'NGOZI', 'OLUMIDE', 'OSAS', 'SADIQ',
  'SEGUN', 'TEMITOPE', 'TUNDE', 'UCHE', 'USMAN', 'YETUNDE', 'ZAINAB', 'ZUBAIRU',
] as const;
const SURNAMES = [
  'ABUBAKAR', 'ADEYEMI', 'AFOLABI', 'AKPAN', 'ALIYU', 'BALOGUN', 'BASSEY', 'BELLO', 'DANJUMA', 'EDET', 'EZE', 'GARBA',
  'IDRIS', 'IGWE', 'LAWAL', 'MOHAMMED', 'NNAMDI', 'NWOSU', 'OBI', 'ODUYA', 'OGUNLEYE', 'OKAFOR', 'OKORO', 'OLADIPO',
  'ONYEKA', 'OSAGIE', 'SANI', 'SULEIMAN', 'UMAR', 'UZOR', 'WILLIAMS', 'YAKUBU',
] as const;

/** An invented holder's name in capitals: the same account of the same bank always has the same name. */
export function syntheticAccountName(bankCode: string, accountNumber: string): string {
  const digest = createHash('sha256').update(`${bankCode}/${accountNumber}`).digest();
  const given = pick(GIVEN_NAMES, digest.readUInt16BE(0));
  const middle = pick(GIVEN_NAMES, digest.readUInt16BE(2));
  const surname = pick(SURNAMES, digest.readUInt16BE(4));
  return middle === given ? `${given} ${surname}` : `${given} ${middle} ${surname}`;
}

function pick(names: readonly string[], number: number): string {
  return names[number % names.length] ?? '';
}
