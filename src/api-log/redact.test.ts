import { expect, test } from 'vitest';
import { createRedactor, vocabularyOf } from './redact.ts';

const vocabulary = vocabularyOf({
  paths: { '/a': { parameters: [{ name: 'search', in: 'query' }] } },
  schemas: {
    a: { properties: { accountNumber: {}, bvn: {}, otp: {}, otpReferenceId: {}, firstName: {}, amount: {}, status: { enum: ['PENDING', 'SUCCESS'] }, createdAt: {}, dateOfBirth: {}, items: {}, total: {}, transactionId: {} } },
    b: { const: 'NGN' },
  },
});
const { body, parameter, name } = createRedactor(vocabulary);
const kept = (value: unknown, side: 'request' | 'answer' = 'request'): unknown => JSON.parse(body(value, side) ?? 'null');
const id = `txn_${'0'.repeat(32)}`;

test('what says nothing of a person stays', () => {
  const value = { accountNumber: '9900000001', status: 'SUCCESS', amount: 1250.5, otpReferenceId: `otp_${'a'.repeat(32)}`, transactionId: id, createdAt: '2026-11-21T09:30:40.420Z' };
  expect(kept(value)).toEqual(value);
});

test('everything else is a placeholder, as text, as a number, and in a field of another kind', () => {
  expect(kept({ bvn: '22212345678', otp: 123456, firstName: 'Ada', dateOfBirth: '1990-04-12T00:00:00.000Z', accountNumber: '08031234567', status: 'Ada', amount: 'Ada', createdAt: '1990-04-12' })).toEqual({
    bvn: '<bvn>', otp: '<otp>', firstName: '<firstName>', dateOfBirth: '<dateOfBirth>', accountNumber: '<accountNumber>', status: '<status>', amount: '<amount>', createdAt: '<createdAt>',
  });
  expect(kept({ total: 22212345678 })).toEqual({ total: '<total>' });
  expect(kept({ total: 3 }, 'answer')).toEqual({ total: 3 });
  expect(kept('Ada')).toBe('<body>');
});

test('names that the reference does not declare are counted, and not repeated', () => {
  expect(kept({ '22212345678': 1, Ada: { bvn: '1' }, status: 'PENDING' })).toEqual({ status: 'PENDING', '<undeclared>': 2 });
  expect([name('22212345678'), name('search'), parameter('search', 'Ada'), parameter('transactionId', id), parameter('transactionId', '22212345678')]).toEqual([null, 'search', '<search>', id, '<transactionId>']);
});

test('long lists, deep bodies and large ones are cut', () => {
  expect(kept({ items: Array.from({ length: 12 }, () => ({ amount: 1 })) })).toEqual({ items: [...Array.from({ length: 10 }, () => ({ amount: 1 })), '<2 more>'] });
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : { items: deep(levels - 1) });
  expect(JSON.stringify(kept(deep(50)))).toContain('"<items>"');
  expect(body({ items: Array.from({ length: 10 }, () => ({ items: Array.from({ length: 10 }, () => ({ items: Array.from({ length: 10 }, () => ({ transactionId: id })) })) })) }, 'answer')).toBeNull();
});

test('a body may be named as the prototype of objects is', () => {
  expect(kept(JSON.parse('{"__proto__": {"bvn": "1"}, "constructor": "x"}'))).toEqual({ '<undeclared>': 2 });
});
