import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBash } from '#tests/support/run-bash.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the five calls of the README work as pasted', async () => {
  // What the first start does: a funded collection account.
  const account = await app.call('POST', '/account/collection', { name: 'Readme Collections', phone: '08031234567' });
  await app.call('POST', '/sandbox/credit', { accountNumber: account.data['accountNumber'], amount: 5000 });

  const block = /```bash\n([^`]*auth\/token[^`]*)```/.exec(readme)?.[1] ?? '';
  const script = block.replaceAll('http://127.0.0.1:3000', app.baseUrl);
  const printed = await runBash(script, { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret });
  const answers = printed.trim().split('\n').map((line): unknown => JSON.parse(line));
  expect(answers, printed).toMatchObject([
    { statusCode: '00', data: { accountNumber: '0123456789' } },
    { statusCode: '00', data: { amount: 1000.5 } },
    { statusCode: '00', message: 'Transfer confirmed' },
    { statusCode: '00', data: { status: expect.stringMatching(/^(PENDING|SUCCESS)$/) } },
  ]);
});

test('the quickstart works as pasted, with a customer', async () => {
  const guide = readFileSync(new URL('../docs/guides/quickstart.md', import.meta.url), 'utf8');
  const script = [...guide.matchAll(/```bash\n([^`]*)```/g)].map((match) => match[1] ?? '').join('\n').replaceAll('http://127.0.0.1:3000', app.baseUrl).replace('sleep 2', 'sleep 8');
  const lines = (await runBash(script, { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret })).trim().split('\n');
  expect(lines.find((line) => /^\d{6}$/.test(line)), lines.join('\n')).toBeDefined();
  const answers = lines.filter((line) => line.startsWith('{')).map((line): unknown => JSON.parse(line));
  // At least once: a delivery may come twice.
  expect([...new Set(lines.filter((line) => line.startsWith('received ')))].toSorted()).toEqual(['received account.credited', 'received payment.success']);
  expect(answers).toMatchObject([
    { statusCode: '00', data: { events: ['payment.*', 'account.credited'] } },
    { statusCode: '00', message: 'Customer profile created' },
    { statusCode: '00', data: { amount: 20000 } },
    { statusCode: '00', data: { accountNumber: '0123456789' } },
    { statusCode: '00', data: { allowed: true, problems: [] } },
    { statusCode: '00', data: { amount: 1250.5 } },
    { statusCode: '00', message: 'Transfer confirmed' },
    { statusCode: '00', data: { status: expect.stringMatching(/^(PENDING|SUCCESS)$/) } },
  ]);
});

test('the guide to bulk transfers works as pasted', async () => {
  const guide = readFileSync(new URL('../docs/guides/bulk-transfers.md', import.meta.url), 'utf8');
  const script = [...guide.matchAll(/```bash\n([^`]*)```/g)].map((match) => match[1] ?? '').join('\n').replaceAll('http://127.0.0.1:3000', app.baseUrl);
  const lines = (await runBash(script, { CLIENT_ID: app.clientId, CLIENT_SECRET: app.clientSecret })).trim().split('\n');
  const answers = lines.filter((line) => line.startsWith('{')).map((line): unknown => JSON.parse(line));
  expect(answers, lines.join('\n')).toMatchObject([
    { statusCode: '00', data: { amount: 50000 } },
    { statusCode: '00', data: { state: 'ready', count: 3, payments: 2, total: 3500.5, counts: { ready: 2, refused: 1 } } },
    { statusCode: '00', message: 'OTP sent', data: { payments: 2, total: 3500.5 } },
    { statusCode: '00', message: 'Bulk transfer confirmed' },
    { statusCode: '00', total: 3, data: [{ reference: 'EMP-001', status: 'SUCCESS' }, { reference: 'EMP-002', status: 'SUCCESS' }, { reference: 'EMP-003', reason: 'name_mismatch' }] },
  ]);
  expect(lines.find((line) => line.startsWith('line,reference,status'))).toBeDefined();
});

test('the README names every variable that the configuration reads', () => {
  const read = ['../src/config.ts', '../src/live-config.ts'].map((path) => readFileSync(new URL(path, import.meta.url), 'utf8')).join('\n');
  const names = new Set([...read.matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)].map((match) => match[1] ?? ''));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !readme.includes(name))).toEqual([]);
});
