import { expect, test } from 'vitest';
import { fail, Failure } from '#src/errors.ts';
import { failureAnswer, success } from './envelope.ts';

test('a success has its keys in order, extra ones last', () => {
  const { httpStatus, body } = success([], { message: 'Listed', extra: { currentPage: 1, statuscode: '00' } });
  expect([httpStatus, body]).toEqual([200, '{"statusCode":"00","message":"Listed","data":[],"errors":[],"currentPage":1,"statuscode":"00"}']);
});

test('a bigint never leaves', () => {
  expect(() => success({ amount: 1n })).toThrow(TypeError);
});

test('each reason becomes an entry, and the first one decides the status', () => {
  const answer = failureAnswer(
    new Failure([
      { code: 'otp_invalid', field: null, details: { attemptsRemaining: 2 } },
      { code: 'invalid_field', field: '/a', message: 'Own text', fix: 'Own fix' },
    ]),
    'https://bank.example',
  );
  expect(answer.httpStatus).toBe(422);
  const body = JSON.parse(answer.body);
  expect(Object.keys(body)).toEqual(['statusCode', 'message', 'data', 'errors']);
  expect(body).toMatchObject({ statusCode: '63', message: 'The OTP is wrong.', data: {} });
  expect(body.errors[0]).toMatchObject({ code: 'otp_invalid', field: null, details: { attemptsRemaining: 2 }, docUrl: 'https://bank.example/docs/errors#otp_invalid' });
  expect(body.errors[1]).toEqual({
    code: 'invalid_field',
    message: 'Own text',
    field: '/a',
    fix: 'Own fix',
    retryable: false,
    docUrl: 'https://bank.example/docs/errors#invalid_field',
    details: {},
  });
});

test.each([
  [fail('request_in_progress'), '1'],
  [fail('provider_unavailable'), '5'],
  [fail('rate_limited', { retryAfterSeconds: 2.1 }), '3'],
  [fail('otp_invalid'), undefined],
])('Retry-After follows the code: %s', (failure, seconds) => {
  expect(failureAnswer(failure, '').headers?.['retry-after']).toBe(seconds);
});
