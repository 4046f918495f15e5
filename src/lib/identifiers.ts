/**
 * The forms of Nigerian identity numbers. A right form says nothing about existence: none of these numbers has a public check digit.
 * Sources: NIMC (NIN, virtual NIN), NIBSS (BVN), FIRS and JTB (tax numbers), CAC (registration numbers).
 */
export type TaxNumber = { kind: 'firs' | 'jtb' | 'tax_id'; value: string };
export type CompanyNumber = { register: 'RC' | 'BN' | 'IT' | 'LP' | null; digits: string };

/** Bank verification number: 11 digits. Real ones start with 22, but test registries use others, so that is not asked here. */
export function isBvn(text: string): boolean {
  return /^\d{11}$/.test(text);
}

/** National identification number: 11 digits. */
export function isNin(text: string): boolean {
  return /^\d{11}$/.test(text);
}

/** A virtual NIN as 16 characters in upper case without hyphens (two letters, twelve digits, two letters), or null. */
export function parseVirtualNin(text: string): string | null {
  const plain = text.length <= 32 ? text.replaceAll('-', '').toUpperCase() : '';
  return /^[A-Z]{2}\d{12}[A-Z]{2}$/.test(plain) ? plain : null;
}

/** A tax number: FIRS `12345678-0001`, JTB ten digits, or the thirteen digits issued since 2026; null for anything else. */
export function parseTaxNumber(text: string): TaxNumber | null {
  if (/^\d{8}-\d{4}$/.test(text)) return { kind: 'firs', value: text };
  if (/^\d{10}$/.test(text)) return { kind: 'jtb', value: text };
  return /^\d{13}$/.test(text) ? { kind: 'tax_id', value: text } : null;
}

/** A company registration number (`RC123456`, `bn-12`, bare digits), its register or null when not written; null for anything else. */
export function parseCompanyNumber(text: string): CompanyNumber | null {
  const match = /^(?:(RC|BN|IT|LP)[- ]?)?(\d{1,10})$/i.exec(text);
  if (match === null) return null;
  return { register: parseRegister(match[1]), digits: match[2] ?? '' };
}

/** A passport number in upper case (one letter and eight digits, or two and seven), or null. */
export function parsePassportNumber(text: string): string | null {
  const plain = text.toUpperCase();
  return text.length === 9 && /^([A-Z]\d{8}|[A-Z]{2}\d{7})$/.test(plain) ? plain : null;
}

/** A driver's licence number in upper case without spaces and hyphens (4 to 20 letters and digits), or null. */
export function parseLicenceNumber(text: string): string | null {
  const plain = text.length <= 40 ? text.replace(/[\s-]/g, '').toUpperCase() : '';
  return /^[A-Z0-9]{4,20}$/.test(plain) ? plain : null;
}

/** Whether a licence number has the usual shape (`ABC12345AB12`). The shape is not officially published: warn on false, never refuse. */
export function looksLikeLicenceNumber(text: string): boolean {
  return /^[A-Z]{2,3}\d{5}[A-Z]{2}\d{2}$/.test(text.toUpperCase());
}

/**
 * `22212345901` → `222*****901`. Ten characters or more show three at either end, seven to nine show one, fewer show nothing; the length
 * is kept. Never throws.
 */
export function maskNumber(text: string): string {
  const characters = Array.from(text);
  const shown = characters.length >= 10 ? 3 : characters.length >= 7 ? 1 : 0;
  const end = characters.length - shown;
  return characters.map((character, at) => (at < shown || at >= end ? character : '*')).join('');
}

function parseRegister(text: string | undefined): CompanyNumber['register'] {
  const upper = text?.toUpperCase();
  return upper === 'RC' || upper === 'BN' || upper === 'IT' || upper === 'LP' ? upper : null;
}
