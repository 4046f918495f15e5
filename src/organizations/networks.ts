/** Networks a credential may be used from, and the network somebody is in. */
import { BlockList, isIP } from 'node:net';

/** An address, or an address and a length: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, /^\d{1,3}$/.test(bits) ? Number(bits) : -1, family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** The network of an address, too wide to name one household for certain: /24 of IPv4, /48 of IPv6. What is no address stays as it is. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIP(address) === 6 ? networkOfV6(address, 48) : address;
}

/** What one subscriber has at least: an address of IPv4, a /64 of IPv6, whose 2^64 addresses cost nothing. What is no address stays as it is. */
export function subscriberOf(address: string): string {
  return isIP(address) === 6 ? networkOfV6(address, 64) : address;
}

function networkOfV6(address: string, bits: 48 | 64): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0'), ...after];
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`;
}
