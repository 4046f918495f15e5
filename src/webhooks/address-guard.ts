/**
 * Where a webhook may go. A webhook address is a stranger's wish to make this server call something, so it is judged twice:
 * the URL when it is saved, and every address its name resolves to each time before a connection is made.
 * Pure: looks nothing up.
 *
 * Sources: IANA special-purpose registries for IPv4 and IPv6 (RFC 6890 and its updates), IANA's global unicast space 2000::/3.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type Reach = {
  /** Sandbox tenants may reach http, loopback and private networks; nobody may reach link-local or reserved space. */
  allowLocal: boolean;
};

/** Contract §9: sandbox tenants may use http and loopback addresses; live tenants may not. */
export function reachOf(environment: 'sandbox' | 'live'): Reach {
  return { allowLocal: environment === 'sandbox' };
}

export type UrlVerdict = { ok: true; url: string; target: URL } | { ok: false; reason: string };

/** Live deliveries go to the usual TLS ports only, so that no other service of a stranger can be knocked at. */
export const livePorts: readonly string[] = ['', '443', '8443'];

const maxUrlLength = 2048;
/** Names that no public name server answers for, by RFC 6761, RFC 8375 and long use inside companies. */
const localSuffixes = ['local', 'internal', 'localhost', 'localdomain', 'home.arpa', 'lan', 'intranet', 'corp', 'home', 'private', 'test', 'onion'];

/**
 * Judges a webhook URL when it is saved, and again before each call. `url` of a good verdict is what to store and show: as given, or with
 * its host in punycode when it had other characters. `reason` is a sentence for the tenant. Never throws.
 */
export function checkWebhookUrl(text: string, reach: Reach): UrlVerdict {
  const refuse = (reason: string): UrlVerdict => ({ ok: false, reason });
  if (text.length > maxUrlLength) return refuse(`The URL is longer than ${maxUrlLength} characters.`);
  // A URL parser drops or turns these silently, so that a reader and the parser would see two different hosts.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return refuse('The URL contains white space, a backslash or an invisible character.');
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return refuse('This is not an absolute http or https URL.');
  const target = new URL(text);
  if (target.protocol !== 'https:' && !reach.allowLocal) return refuse('Live webhooks need https.');
  if (target.username !== '' || target.password !== '' || authorityOf(text).includes('@')) return refuse('A URL with a user name or password is not accepted.');
  if (text.includes('#')) return refuse('A URL with a fragment is not accepted.');
  const reason = hostFault(bareHost(target), reach) ?? portFault(target.port, reach);
  if (reason !== null) return refuse(reason);
  return { ok: true, url: /^[\x21-\x7e]+$/.test(text) ? text : target.href, target };
}

/** The host without brackets and without the final dot of a fully qualified name. */
export function bareHost(target: URL): string {
  const { hostname } = target;
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

function authorityOf(text: string): string {
  return text.replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0] ?? '';
}

function hostFault(host: string, reach: Reach): string | null {
  if (isIPv4(host) || isIPv6(host)) {
    if (!reach.allowLocal) return 'Live webhooks need a host name, not an IP address.';
    return addressFault(host, reach);
  }
  if (!isHostName(host)) return 'The host is not a valid name.';
  if (reach.allowLocal) return null;
  if (isLocalName(host)) return 'The host must be a public name, such as hooks.your-domain.com.';
  return null;
}

/** A name without a dot, or under a suffix of local networks. */
export function isLocalName(host: string): boolean {
  return !host.includes('.') || localSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}

function isHostName(host: string): boolean {
  if (host.length > 253) return false;
  const labels = host.split('.');
  // A name whose last label has no letter could be read as an address, and is no name of the public Internet.
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)) && /[a-z]/.test(labels.at(-1) ?? '');
}

function portFault(port: string, reach: Reach): string | null {
  if (reach.allowLocal) return port === '0' ? 'Port 0 cannot be reached.' : null;
  return livePorts.includes(port) ? null : 'Live webhooks may use port 443 or 8443 only.';
}

/** Why this IP address must not be connected to, or null. An IPv4 address inside an IPv6 one is judged as itself. Never throws. */
export function addressFault(address: string, reach: Reach): string | null {
  if (isIPv4(address)) return v4Fault(address, reach);
  if (!isIPv6(address) || address.includes('%')) return 'This is not a routable IP address.';
  const mapped = mappedV4(address);
  if (mapped !== null) return v4Fault(mapped, reach);
  if (globalV6.check(address, 'ipv6') && !reservedV6.check(address, 'ipv6')) return null;
  if (reach.allowLocal && localV6.check(address, 'ipv6') && !metadataV6.check(address, 'ipv6')) return null;
  return 'The address is not a public one.';
}

function v4Fault(address: string, reach: Reach): string | null {
  if (!reservedV4.check(address, 'ipv4')) return null;
  return reach.allowLocal && localV4.check(address, 'ipv4') ? null : 'The address is not a public one.';
}

/** `::ffff:a.b.c.d` in any spelling → `a.b.c.d`; null for every other IPv6 address. */
function mappedV4(address: string): string | null {
  const canonical = new URL(`http://[${address}]`).hostname;
  const match = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical);
  if (match === null) return null;
  const [high, low] = [match[1], match[2]].map((group) => Number.parseInt(group ?? '', 16));
  if (high === undefined || low === undefined) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Everything that is not global unicast. Multicast, class E and broadcast are the last two. */
const reservedV4 = listOf('ipv4', [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24',
  '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
]);
const localV4 = listOf('ipv4', ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);
// Listing what is allowed leaves out NAT64, Teredo, 6to4 and whatever way into IPv4 is invented next.
const globalV6 = listOf('ipv6', ['2000::/3']);
const reservedV6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
const localV6 = listOf('ipv6', ['::1/128', 'fc00::/7']);
// Instance metadata of a cloud, inside unique local space.
const metadataV6 = listOf('ipv6', ['fd00:ec2::/32']);
