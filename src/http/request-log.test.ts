import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeError } from './request-log.ts';
import { createToyServer } from './toy-server.ts';

test('a request leaves one line of allowed fields, and nothing of what was sent', async () => {
  const lines: string[] = [];
  const app = await createToyServer({ log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }) });
  const canary = 'canary7f3a';
  await app.inject({
    method: 'POST',
    url: `/sandbox/v1/toy?q=${canary}`,
    payload: { name: canary, [canary]: canary },
    headers: { authorization: 'Bearer good', requestid: 'req-9', 'user-agent': canary, 'x-scenario': canary },
  });
  await app.inject({ url: `/nowhere/${canary}`, headers: { authorization: canary, requestid: `!${canary}` } });
  await app.inject('/livez');
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain(canary);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request',
    requestId: 'req-9',
    operationId: 'createToy',
    httpStatus: 400,
    code: 'invalid_field',
    tenantId: 'ten_toy',
    credentialId: 'cred_toy',
    ip: '127.0.0.1',
  });
  await app.close();
});

test('our own mistake is logged with its cause', async () => {
  const lines: string[] = [];
  const app = await createToyServer({ log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }) });
  await app.inject({ method: 'POST', url: '/sandbox/v1/toy', payload: { name: 'bug' }, headers: { authorization: 'Bearer good', requestid: 'r' } });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'request failed', operationId: 'createToy', error: { cause: { type: 'Error', message: 'secret inside' } } });
  await app.close();
});

test('a database error about data loses its message, which quotes the row', () => {
  const error = Object.assign(new Error('Key (bvn)=(22212345678) exists'), { code: '23505', constraint: 'customer_bvn', detail: '22212345678' });
  const described = describeError(new Error('insert failed', { cause: error }));
  expect(JSON.stringify(described)).not.toContain('22212345678');
  expect(described).toMatchObject({ message: 'insert failed', cause: { code: '23505', constraint: 'customer_bvn' } });
});
