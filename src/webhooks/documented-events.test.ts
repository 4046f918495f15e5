import { expect, test } from 'vitest';
import { documentedEvents } from './documented-events.ts';

test.each(Object.entries(documentedEvents()))('the example of %s is of its own shape', (_kind, { schema, example }) => {
  expect(schema?.safeParse(example).error).toBeUndefined();
});
