import { afterEach, describe, expect, it } from 'vitest';
import { type NameServer, startNameServer } from './name-server.ts';
import { resolveHost } from './resolve-host.ts';

const servers: NameServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A name server that gives these addresses for every name; none at all when `addresses` is null. */
async function nameServer(addresses: readonly string[] | null): Promise<string> {
  const server = await startNameServer(() => addresses);
  servers.push(server);
  return server.address;
}

describe('resolveHost', () => {
  it('gives every address, so that each can be judged', async () => {
    const server = await nameServer(['8.8.8.8', '10.0.0.1']);
    const found = await resolveHost('hooks.example.com', AbortSignal.timeout(5_000), [server]);
    expect(found.map((one) => one.address).toSorted()).toEqual(['10.0.0.1', '8.8.8.8']);
    expect(found.every((one) => one.family === 4)).toBe(true);
  });

  it('rejects with the code of the DNS for a name that is not there', async () => {
    await expect(resolveHost('hooks.example.com', AbortSignal.timeout(5_000), [await nameServer([])])).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ends with its signal when the name server is silent', async () => {
    const startedAt = performance.now();
    await expect(resolveHost('hooks.example.com', AbortSignal.timeout(100), [await nameServer(null)])).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('asks the system for local names', async () => {
    const found = await resolveHost('localhost', AbortSignal.timeout(5_000), ['192.0.2.1']);
    expect(found.map((one) => one.address)).toEqual(expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]));
  });
});
