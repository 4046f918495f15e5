import { describe, expect, test } from 'vitest';
import { createSessionCookie, csrfTokenOf, isCsrfTokenOf } from './session-cookie.ts';

const token = `ses_${'a'.repeat(43)}`;
const other = `ses_${'b'.repeat(43)}`;

describe('the cookie', () => {
  test.each(['https://teller.example.com', 'https://localhost:3000', 'http://teller.example.com', 'http://127.example.com', 'http://10.0.0.7:3000'])('of %s goes over TLS alone, from this host alone', (publicUrl) => {
    const cookie = createSessionCookie(publicUrl);
    expect(cookie.set(token)).toBe(`__Host-ot_session=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`);
    expect(cookie.clear()).toBe('__Host-ot_session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0');
    expect(cookie.read(`ot_session=${token}`)).toBeNull();
    expect(cookie.read(`a=b; __Host-ot_session=${token}`)).toBe(token);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.1.2.3', 'http://[::1]:3000'])('of %s, where a developer tries things, needs no TLS', (publicUrl) => {
    expect(createSessionCookie(publicUrl).set(token)).toBe(`ot_session=${token}; Path=/; HttpOnly; SameSite=Strict`);
  });

  test.each([
    ['nothing', undefined], ['an empty header', ''], ['another cookie', 'theme=dark'], ['a longer name', `x__Host-ot_session=${token}`], ['no token', '__Host-ot_session='], ['a short token', '__Host-ot_session=ses_abc'],
    ['an access token', `__Host-ot_session=at_${'a'.repeat(43)}`], ['two of them', `__Host-ot_session=${token}; __Host-ot_session=${other}`],
  ])('is not read from %s', (_what, header) => {
    expect(createSessionCookie('https://teller.example.com').read(header)).toBeNull();
  });
});

test('a CSRF token belongs to one session\'s token, and is not that token', () => {
  const csrf = csrfTokenOf(token);
  expect(csrf).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect([isCsrfTokenOf(token, csrf), isCsrfTokenOf(other, csrf), isCsrfTokenOf(token, token), isCsrfTokenOf(token, '')]).toEqual([true, false, false, false]);
});
