import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preferredMedia } from './preferred-media.ts';

const offered = ['text/csv', 'application/x-ndjson'] as const;

test.each([
  [undefined, null], ['', null], ['*/*', null], ['application/json', null], ['text/html', null], ['application/pdf, */*', null],
  ['text/csv', 'text/csv'], ['TEXT/CSV; charset=utf-8', 'text/csv'], ['application/x-ndjson', 'application/x-ndjson'],
  ['text/csv, */*', 'text/csv'], ['text/csv;q=0.5, application/x-ndjson', 'application/x-ndjson'], ['application/x-ndjson, text/csv', 'text/csv'],
  ['text/csv;q=0', null], ['text/csv;q=0.4, application/json;q=0.5', null], ['text/csv, application/json', null], ['text/csv;q=no', null],
])('Accept: %s asks for %s', (accept, media) => {
  expect(preferredMedia(accept, offered)).toBe(media);
});

test('no header makes it throw', () => {
  fc.assert(fc.property(fc.string(), (accept) => [null, ...offered].includes(preferredMedia(accept, offered))));
});
