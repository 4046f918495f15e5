import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCompanyNames } from './company-names.ts';

test.each([
  ['Specimen Trading Limited', 'SPECIMEN TRADING LTD.', 'match'],
  ['Specimen & Sons', 'SPECIMEN AND SONS COMPANY LIMITED', 'match'],
  ['Trading Specimen P.L.C.', 'Specimen Trading', 'match'],
  ['A.B.C. Foods', 'ABC Foods Ltd', 'match'],
  ['Dr\u00e1gon Foods', 'DRAGON FOODS LIMITED', 'match'],
  ['Limited Company', 'Limited', 'match'],
  ['Specimen Ventures', 'Specimen Enterprises', 'mismatch'],
  ['Specimen Bank', 'Specimen Bank Pensions', 'partial'],
  ['Specimen Trading Lagos', 'Specimen Trading Abuja', 'partial'],
  ['Specimen', 'Specimen Bank', 'mismatch'],
  ['Specimen Foods', 'Quillfeather Foods Ltd', 'mismatch'],
  ['...', '...', 'mismatch'],
])('%s and %s: %s', (claimed, registered, outcome) => {
  expect(compareCompanyNames(claimed, registered)).toBe(outcome);
});

test('comparing is the same both ways, and nothing makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => compareCompanyNames(one, other) === compareCompanyNames(other, one)));
});
