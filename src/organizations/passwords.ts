/** Passwords are kept as argon2id (19 MiB, two passes: OWASP's first choice). */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fail } from '#src/errors.ts';
import { createSlots } from '#src/lib/slots.ts';

const deriveNow = promisify(argon2);
/** Each hash takes 19 MiB and a thread of the pool that files and names are read with too: a storm of sign-ins must not stop the rest. */
const atOnce = 2;
const mostWaiting = 100;
const slots = createSlots(atOnce);
let waiting = 0;
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const;
export const shortestPassword = 12;
export const longestPassword = 200;

async function derive(...args: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (waiting >= mostWaiting) throw fail('service_unavailable', { retryAfterSeconds: 2 });
  waiting += 1;
  try {
    const release = await slots.take();
    return await deriveNow(...args).finally(release);
  } finally {
    waiting -= 1;
  }
}

/** PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...cost, message: password, nonce });
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

/** Is this the password behind the hash? Costs what the hash itself says; false for a hash of another form. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{22,88})$/.exec(passwordHash);
  if (match === null || password.length > longestPassword) return false;
  const [, memory = '', passes = '', parallelism = '', nonce = '', hash = ''] = match;
  const wanted = Buffer.from(hash, 'base64');
  const derived = await derive('argon2id', {
    message: password, nonce: Buffer.from(nonce, 'base64'), memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: wanted.length,
  });
  return timingSafeEqual(derived, wanted);
}
