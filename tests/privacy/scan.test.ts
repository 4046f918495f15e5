import { expect, test } from 'vitest';
import { markedPerson, markedPicture, marks } from './marked-people.ts';
import { scan } from './scan.ts';

test('each mark is found where it stands, in any of its forms', () => {
  const { bvn, nin, failedBvn, phone, documentNumber } = markedPerson(7);
  const text = { bvn, nin, failedBvn, phone: `+234${phone.slice(1)}`, documentNumber, picture: markedPicture.toString('base64') };
  for (const [what, value] of Object.entries(text)) expect(marks[what]?.some((pattern) => value.match(pattern) !== null), what).toBe(true);
  for (const shift of ['', 'a', 'ab']) expect(marks['picture']?.some((pattern) => Buffer.from(`${shift}${markedPicture.toString('latin1')}`, 'latin1').toString('base64').match(pattern) !== null)).toBe(true);
});

test('after onboardings no number and no picture stands in clear in any row, file, log line or metric, and names only where they are declared', async () => {
  const { findings, figures } = await scan(50);
  expect(findings).toEqual([]);
  expect(figures).toMatchObject({ onboardings: 50 });
  // It looked at something, and what may stand in clear was there.
  expect(Number(figures['declaredNames'])).toBeGreaterThanOrEqual(7);
  expect(Number(figures['megabytes'])).toBeGreaterThan(20);
}, 240_000);
