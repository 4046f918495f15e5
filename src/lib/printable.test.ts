import { expect, test } from 'vitest';
import { printable } from './printable.ts';

test.each([
  ['Adaeze Okonkwo', 'Adaeze Okonkwo'],
  ['Ọláńrewájú', 'Oláńrewájú'.replace('ń', 'n')],
  ['₦5,000', 'NGN 5,000'],
  ['two\nlines', 'two lines'],
  ['日本 ✓', '?? ?'],
  ['café £', 'café £'],
  ['Ada’s “Stores” – Ọ̀ṣun…', 'Ada’s “Stores” – Osun…'],
])('%j prints as %j', (text, expected) => {
  expect(printable(text)).toBe(expected);
});
