import { parseCountryCode } from '#src/lib/country-codes.ts';

/** People of unspecified nationality. */
const unspecified = 'X'.repeat(3);

/** Codes of a passport's zone beside those of ISO 3166-1: ICAO Doc 9303, part 3, section 5. */
const added = new Set([unspecified, ...'D<< EUE GBD GBN GBO GBP GBS RKS UNA UNK UNO XAA XBA XCC XCE XCO XCT XDC XEC XES XIM XMP XOM XPO XSC XXA XXB XXC'.split(' ')]);

/** `code` as it stands in the zone, three characters. */
export function isKnownState(code: string): boolean {
  return added.has(code) || (/^[A-Z]{3}$/.test(code) && parseCountryCode(code) === code);
}
