/** Properties of what is pure: amounts, fingerprints, and the guard of webhook addresses. */
import fc from 'fast-check';
import { assert } from '#src/lib/assert.ts';
import { canonicalJson } from '#src/lib/canonical.ts';
import { MAX_AMOUNT_KOBO, nairaNumber, nairaText, parseNaira } from '#src/lib/money.ts';
import { addressFault, checkWebhookUrl } from '#src/webhooks/address-guard.ts';

type Options = { seed: number; runs: number };

const kobo = fc.oneof(fc.bigInt({ min: 1n, max: 100_000_000n }), fc.bigInt({ min: 1n, max: MAX_AMOUNT_KOBO }));
/** What a caller may write: right amounts in every spelling, wrong ones, and junk. */
const amountText = fc.oneof(
  kobo.map(nairaText),
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.stringMatching(/^\d{0,4}$/), fc.constantFrom('', '0', '00', '-', '+', ' ')).map(([whole, decimals, before]) => `${before}${whole}${decimals === '' ? '' : `.${decimals}`}`),
  fc.constantFrom('', '.', '1.', '.5', '1e3', '0x10', 'NaN', 'Infinity', '1,000', '١٢', '1_000', '0', '0.00', '-0', '1 ', '1\n'),
  fc.string({ maxLength: 12 }),
);

/** An amount by nothing but its digits: the reference that the product's reader is held against. */
function koboOfDigits(text: string): bigint | null {
  if (!/^[0-9]+(\.[0-9]{1,2})?$/.test(text)) return null;
  const [whole = '', decimals = ''] = text.split('.');
  const value = BigInt(whole) * 100n + BigInt(`${decimals}00`.slice(0, 2));
  return value > 0n && value <= MAX_AMOUNT_KOBO ? value : null;
}

export function amountProperties({ seed, runs }: Options): void {
  fc.assert(fc.property(amountText, (text) => {
    const read = parseNaira(text);
    assert((read.ok ? read.kobo : null) === koboOfDigits(text), `"${text}" was read as ${read.ok ? read.kobo : read.reason}`);
  }), { seed, numRuns: runs });
  fc.assert(fc.property(kobo, (amount) => {
    const [byText, byNumber] = [parseNaira(nairaText(amount)), parseNaira(nairaNumber(amount))];
    assert(byText.ok && byText.kobo === amount && byNumber.ok && byNumber.kobo === amount, `${amount} kobo does not come back`);
    // Over the wire and back, as JSON writes it.
    const overWire: unknown = JSON.parse(JSON.stringify(nairaNumber(amount)));
    const again = typeof overWire === 'number' ? parseNaira(overWire) : null;
    assert(again?.ok === true && again.kobo === amount, `${amount} kobo does not survive JSON`);
  }), { seed, numRuns: runs });
  fc.assert(fc.property(fc.double(), (number) => {
    const read = parseNaira(number);
    // What is accepted is exactly what was sent: no kobo appears or goes by rounding.
    if (read.ok) assert(read.kobo > 0n && read.kobo <= MAX_AMOUNT_KOBO && nairaNumber(read.kobo) === number, `${number} was read as ${read.kobo}`);
  }), { seed, numRuns: runs });
}

const json = fc.jsonValue({ maxDepth: 4 });

function shuffledKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffledKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toReversed().map(([key, member]) => [key, shuffledKeys(member)]));
}

/** Equal as JSON: the reference for what a fingerprint must tell apart. */
function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length && left.every((item, index) => same(item, right[index]));
  if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null && !Array.isArray(left) && !Array.isArray(right)) {
    const [a, b] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
    return a.size === b.size && [...a].every(([key, member]) => b.has(key) && same(member, b.get(key)));
  }
  // -0 and 0 are one number on the wire.
  return left === right;
}

export function fingerprintProperties({ seed, runs }: Options): void {
  fc.assert(fc.property(json, (value) => {
    assert(canonicalJson(value) === canonicalJson(shuffledKeys(value)), 'the order of keys changes the text');
    assert(same(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value))), 'the text tells another value');
  }), { seed, numRuns: runs });
  fc.assert(fc.property(json, json, (left, right) => {
    const [a, b] = [JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right))] as const;
    assert((canonicalJson(a) === canonicalJson(b)) === same(a, b), 'two values are told apart wrongly');
  }), { seed, numRuns: runs });
}

const live = { allowLocal: false } as const;
const octet = fc.nat({ max: 255 });
const blockedV4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);
const group = fc.nat({ max: 0xffff }).map((part) => part.toString(16));

export function addressProperties({ seed, runs }: Options): void {
  fc.assert(fc.property(blockedV4, fc.constantFrom('dotted', 'number', 'hex', 'octal', 'short', 'mapped'), (parts, spelling) => {
    const address = parts.join('.');
    assert(addressFault(address, live) !== null, `${address} may be connected to`);
    assert(addressFault(`::ffff:${address}`, live) !== null, `::ffff:${address} may be connected to`);
    const url = `https://${spelled(parts, spelling)}/hook`;
    assert(!checkWebhookUrl(url, live).ok, `${url} may be saved`);
  }), { seed, numRuns: runs });
  // Whatever is outside 2000::/3, NAT64 and all other ways into IPv4 included.
  fc.assert(fc.property(fc.integer({ min: 0, max: 0xffff }).filter((first) => first >> 13 !== 1), fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
    const address = [first.toString(16), ...rest].join(':');
    const mapped = first === 0 && rest.slice(0, 5).join(':') === '0:0:0:0:ffff';
    if (!mapped) assert(addressFault(address, live) !== null, `${address} may be connected to`);
  }), { seed, numRuns: runs });
  fc.assert(fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ maxLength: 60 }).map((text) => `https://${text}`)), (url) => {
    const verdict = checkWebhookUrl(url, live);
    if (!verdict.ok) return;
    const { protocol, username, password, hash, hostname, port } = verdict.target;
    assert(protocol === 'https:' && username === '' && password === '' && hash === '' && ['', '8443'].includes(port), `${url} may be saved`);
    assert(/[a-z]/.test(hostname.split('.').filter((label) => label !== '').at(-1) ?? '') && hostname.includes('.'), `${url} names ${hostname}`);
    const again = checkWebhookUrl(verdict.url, live);
    assert(again.ok && again.target.href === verdict.target.href, `${verdict.url} is judged differently the second time`);
  }), { seed, numRuns: runs });
}

/** Spellings that URL parsers read as the same address. */
function spelled(parts: readonly [number, number, number, number], spelling: string): string {
  const [a, b, c, d] = parts;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  switch (spelling) {
    case 'number':
      return String(number);
    case 'hex':
      return `0x${number.toString(16)}`;
    case 'octal':
      return parts.map((part) => `0${part.toString(8)}`).join('.');
    case 'short':
      return `${a}.${number % 0x1000000}`;
    case 'mapped':
      return `[::ffff:${parts.join('.')}]`;
    default:
      return parts.join('.');
  }
}
