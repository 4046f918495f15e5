/** Finds every address of a name, within bounds. */
import { lookup, Resolver } from 'node:dns/promises';
import { isLocalName } from './address-guard.ts';

export type Address = { address: string; family: number };

const tryMs = 2_000;
const tries = 2;

/**
 * All IPv4 and IPv6 addresses of a host name. Public names are asked of the DNS by sockets, which end with the signal: the system's own
 * look-up holds one of a few threads for as long as a stranger's name server likes, and password hashing waits for the same threads.
 * Local names (hosts file, container networks) are asked of the system. Rejects with Node's resolver codes.
 */
export async function resolveHost(host: string, signal: AbortSignal, servers?: readonly string[]): Promise<readonly Address[]> {
  if (isLocalName(host)) return lookup(host, { all: true });
  const resolver = new Resolver({ timeout: tryMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    // A name with one family only is common: what the other said matters when both have nothing.
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function addressesOf(result: PromiseSettledResult<string[]>, family: number): Address[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
