import { expect, test } from 'vitest';
import { exampleFaults } from './check-examples.ts';
import { toyRoutes } from './toy-server.ts';

test('examples that fit their schemas have no faults', () => {
  expect(toyRoutes.flatMap(exampleFaults)).toEqual([]);
});

test('an example that would be refused, or never answered, is named', () => {
  const [toy] = toyRoutes;
  if (toy === undefined) throw new Error('no toy');
  expect(exampleFaults({ ...toy, requestExample: { summary: '', value: { name: 1 } }, responseExample: { summary: '', value: { nom: 'x' } } })).toEqual([
    'createToy: request example: name must be a string.',
    expect.stringMatching(/^createToy: response example: data\.name: /),
  ]);
});
