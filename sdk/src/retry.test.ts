import { describe, expect, test } from 'vitest';
import { nextTry, type Outcome } from './retry.ts';

const half = () => 0.5;
const answer = (httpStatus: number, facts: Partial<Extract<Outcome, { kind: 'answer' }>> = {}): Outcome => ({ kind: 'answer', httpStatus, retryable: null, code: null, retryAfterSeconds: null, ...facts });

describe('a call is made again', () => {
  test('after silence, with growing waits that have an end', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((made) => nextTry({ kind: 'no_answer' }, made, 8, half));
    expect(waits).toEqual([188, 375, 750, 1500, 3000, 6000, 6000, 6000]);
  });

  test.each([
    ['too many requests', answer(429)],
    ['the first still runs', answer(409, { code: 'request_in_progress', retryable: true })],
    ['a proxy that found nobody', answer(502)],
    ['the service says it may pass', answer(503, { code: 'provider_unavailable', retryable: true })],
  ])('when %s', (_, outcome) => {
    expect(nextTry(outcome, 1, 3, half)).toBe(188);
  });

  test('no sooner than the service asks', () => {
    expect(nextTry(answer(429, { retryAfterSeconds: 7 }), 1, 3, half)).toBe(7000);
  });
});

describe('a call is not made again', () => {
  test.each([
    ['a success', answer(200)],
    ['a refusal', answer(422, { code: 'insufficient_funds', retryable: true })],
    ['another conflict', answer(409, { code: 'duplicate_customer', retryable: false })],
    ['trouble that will not pass', answer(503, { code: 'live_not_configured', retryable: false })],
    ['a wait that the caller should know of', answer(429, { code: 'otp_rate_limited', retryable: true, retryAfterSeconds: 600 })],
  ])('after %s', (_, outcome) => {
    expect(nextTry(outcome, 1, 3, half)).toBeNull();
  });

  test('when all tries are used', () => {
    expect(nextTry({ kind: 'no_answer' }, 4, 3, half)).toBeNull();
    expect(nextTry({ kind: 'no_answer' }, 1, 0, half)).toBeNull();
  });
});
