import { describe, expect, it } from 'vitest';
import { enquiryOutcomeOfCode, evidenceOfCode, listedResponseCodes, responseText } from './response-codes.ts';

const verdictsOf = (asked: 'send' | 'query', verdict: string): readonly string[] =>
  listedResponseCodes.filter((code) => evidenceOfCode(asked, code).verdict === verdict);

describe('NIP response codes', () => {
  it('only 00 is success, on a transfer and on a query', () => {
    expect(verdictsOf('send', 'success')).toEqual(['00']);
    expect(verdictsOf('query', 'success')).toEqual(['00']);
  });

  it('a code nobody listed proves nothing', () => {
    for (const code of ['', 'ZZ', '0', '000', '100', 'toString', '__proto__']) {
      expect(evidenceOfCode('send', code)).toEqual({ verdict: 'indeterminate', responseCode: code, detail: 'unlisted_code' });
      expect(evidenceOfCode('query', code).verdict).toBe('indeterminate');
    }
    expect(responseText('ZZ')).toBe('Unlisted response code');
  });

  it('codes of doubt, lateness and duplication never free money', () => {
    for (const code of ['01', '02', '09', '26', '68', '94', '96', '97', '98', '99', 'A9']) {
      expect(evidenceOfCode('send', code).verdict, code).toBe('indeterminate');
      expect(evidenceOfCode('query', code).verdict, code).toBe('indeterminate');
    }
  });

  it('only a query can say not found', () => {
    expect(verdictsOf('send', 'not_found')).toEqual([]);
    expect(verdictsOf('query', 'not_found')).toEqual(['25']);
  });

  it('a refusal that may mean the query itself is no refusal of the payment', () => {
    for (const code of ['03', '12', '14', '15', '17', '18', '21', '30', '57', '58', 'A1', 'A4', 'A5']) {
      expect(evidenceOfCode('send', code).verdict, code).toBe('reject');
      expect(evidenceOfCode('query', code).verdict, code).toBe('indeterminate');
    }
  });

  it('a bank out of reach refuses only once a query repeats it', () => {
    for (const code of ['91', '92']) {
      expect([evidenceOfCode('send', code).verdict, evidenceOfCode('query', code).verdict]).toEqual(['indeterminate', 'reject']);
    }
  });

  it('suspected fraud holds the money for a person', () => {
    for (const code of ['34', '35', '63']) {
      expect(evidenceOfCode('send', code)).toEqual({ verdict: 'indeterminate', responseCode: code, review: true });
    }
  });

  it('an empty float is named, so that an operator can be alerted', () => {
    expect(evidenceOfCode('send', '51')).toEqual({ verdict: 'reject', responseCode: '51', detail: 'float_empty' });
  });

  it('an enquiry that fails tells the account from the bank and from trouble', () => {
    expect(['07', '06', '16', '91', '97', '05', 'ZZ'].map(enquiryOutcomeOfCode)).toEqual([
      'account_not_found', 'account_dormant', 'bank_not_found', 'unavailable', 'unavailable', 'unavailable', 'unavailable',
    ]);
  });
});
