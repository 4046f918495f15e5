import { expect, test } from 'vitest';
import { eventData, eventSchema } from './data.ts';
import { eventKinds } from './kinds.ts';

test('every kind that may be selected has a shape, and every shape a sentence', () => {
  expect(Object.keys(eventKinds).toSorted()).toEqual(Object.keys(eventData).toSorted());
});

test('a body of another kind, or with a field too few, is not of this kind', () => {
  const body = { event: 'customer.updated', data: { customerId: '1' }, id: 'evt_1', createdAt: '2026-11-21T09:30:40.420Z', environment: 'sandbox', apiVersion: 'v1', sequence: 1 };
  expect(eventSchema('customer.updated').safeParse(body).success).toBe(true);
  expect(eventSchema('account.created').safeParse(body).success).toBe(false);
  expect(eventSchema('customer.updated').safeParse({ ...body, data: {} }).success).toBe(false);
  expect(eventSchema('customer.updated').safeParse({ ...body, data: { customerId: '1', bvn: '22212345678' } }).success).toBe(false);
});
