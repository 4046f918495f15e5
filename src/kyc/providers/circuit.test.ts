import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCircuit } from './circuit.ts';

const options = { opensAfter: 3, restMs: 1_000, restMaxMs: 4_000 };

test('opens after so many troubles in a row, and not before', () => {
  const circuit = createCircuit(options);
  circuit.troubled(0);
  circuit.troubled(0);
  circuit.answered();
  circuit.troubled(0);
  circuit.troubled(0);
  expect([circuit.state(0), circuit.admits(0)]).toEqual(['closed', true]);
  circuit.troubled(0);
  expect([circuit.state(999), circuit.admits(999)]).toEqual(['open', false]);
});

test('lets one probe through when its rest is over, and closes when that is answered', () => {
  const circuit = createCircuit(options);
  for (let at = 0; at < 3; at += 1) circuit.troubled(0);
  expect([circuit.state(1_000), circuit.admits(1_000), circuit.admits(1_000)]).toEqual(['half_open', true, false]);
  circuit.answered();
  expect([circuit.state(1_000), circuit.admits(1_000), circuit.admits(1_000)]).toEqual(['closed', true, true]);
});

test('rests twice as long after each probe that failed, up to its bound, and as long as at first once it was well', () => {
  const circuit = createCircuit(options);
  for (let at = 0; at < 3; at += 1) circuit.troubled(0);
  let now = 0;
  for (const rest of [1_000, 2_000, 4_000, 4_000]) {
    expect(circuit.admits(now + rest - 1)).toBe(false);
    now += rest;
    expect(circuit.admits(now)).toBe(true);
    circuit.troubled(now);
  }
  circuit.admits(now + 4_000);
  circuit.answered();
  for (let at = 0; at < 3; at += 1) circuit.troubled(now);
  expect(circuit.admits(now + 1_000)).toBe(true);
});

test('a question that was on its way when it opened does not lengthen the rest', () => {
  const circuit = createCircuit(options);
  for (let at = 0; at < 10; at += 1) circuit.troubled(at);
  expect(circuit.admits(1_002)).toBe(true);
});

test('a probe that was given up leaves the place to another', () => {
  const circuit = createCircuit(options);
  for (let at = 0; at < 3; at += 1) circuit.troubled(0);
  expect(circuit.admits(1_000)).toBe(true);
  circuit.released();
  expect(circuit.admits(1_000)).toBe(true);
});

test('whatever happens, it asks again at the latest when the longest rest is over', () => {
  const step = fc.constantFrom('ask', 'answer', 'trouble', 'release', 'wait');
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const circuit = createCircuit(options);
    let now = 0;
    for (const what of steps) {
      if (what === 'ask') circuit.admits(now);
      else if (what === 'answer') circuit.answered();
      else if (what === 'trouble') circuit.troubled(now);
      else if (what === 'release') circuit.released();
      else now += 700;
    }
    circuit.released();
    expect(circuit.admits(now + options.restMaxMs)).toBe(true);
  }));
});
