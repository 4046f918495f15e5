import { expect, test } from 'vitest';
import { compareVerdicts } from './compare-verdicts.ts';
import { judgeRegistry } from './verdict.ts';

const claims = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15' };
const asked = { numberField: '/bvn', birthDateField: '/dob', linkedNin: '70000000001' };
const found = (changes: object) => judgeRegistry(claims, {
  outcome: 'found', record: { firstName: 'Tunde', lastName: 'Adeyemi', otherName: null, dateOfBirth: '1990-01-15', watchListed: false, nin: '70000000001', ...changes }, providerReference: 'ref',
}, asked);

test('two that say the same agree in every field both speak of', () => {
  expect(compareVerdicts(found({}), found({ nin: null }))).toEqual({ agrees: true, fields: { firstName: true, lastName: true, otherName: null, dateOfBirth: true, linkedNin: null } });
});

test('two that refuse for different reasons do not agree, and the fields say where', () => {
  expect(compareVerdicts(found({ dateOfBirth: '1971-12-31' }), found({ lastName: 'Bello' }))).toEqual({
    agrees: false, fields: { firstName: true, lastName: false, otherName: null, dateOfBirth: false, linkedNin: true },
  });
});

test('two that find the same fault agree on it', () => {
  expect(compareVerdicts(found({ lastName: 'Bello' }), found({ lastName: 'Okoro' }))).toMatchObject({ agrees: true, fields: { lastName: true } });
});

test('a shadow in trouble says nothing, and one that knows no record disagrees', () => {
  expect(compareVerdicts(found({}), judgeRegistry(claims, { outcome: 'unavailable', detail: 'x' }, asked))).toEqual({ agrees: null, fields: {} });
  expect(compareVerdicts(found({}), judgeRegistry(claims, { outcome: 'not_found', providerReference: null }, asked))).toMatchObject({ agrees: false, fields: { firstName: null } });
});
