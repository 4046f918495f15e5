import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password verifies against its own hash and no other does', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse battery', hash)).toBe(true);
  expect(await verifyPassword('correct horse batterY', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'));
});

test.each(['', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA', '$argon2id$v=19$m=,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'])('a hash of another form (%s) verifies nothing', async (hash) => {
  expect(await verifyPassword('', hash)).toBe(false);
});

test('a password longer than any that can be set is refused without work', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(await verifyPassword('x'.repeat(1_000_000), hash)).toBe(false);
});
