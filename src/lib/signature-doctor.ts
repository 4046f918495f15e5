/**
 * Says why a receiver refuses a genuine webhook. It repeats what commonly goes wrong on the way (a body that was parsed and written
 * anew, a secret with a line feed behind it, a header without its prefix) until a signature fits, and names what it had to undo. Pure.
 */
import { createHash, createHmac } from 'node:crypto';
import { isRecord } from './assert.ts';
import { signatureHeaders, toleranceSeconds } from './webhook-signature.ts';

export type Received = {
  /** As received; several lines of one name as a list. */
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: Buffer;
  /** In the order in which they are tried. `name` says which one fitted. */
  secrets: readonly { name: 'given' | 'current' | 'next'; secret: string }[];
  /** The receiver's clock, seconds since 1970; null when it is not known. */
  receivedAtSeconds: number | null;
  /** What the receiver's own code computed. */
  computed: string | null;
};

export type Finding = { code: FindingCode; message: string; fix: string };
export type Diagnosis = { valid: boolean; findings: Finding[] };
export type FindingCode = keyof typeof remedies;

/** What was found, and what to do about it. */
const remedies = {
  header_missing: ['There is neither X-Service-Signature nor webhook-signature.', 'See that your proxy passes both headers on, and that this webhook has a secret.'],
  timed_headers_missing: ['webhook-signature needs webhook-id and webhook-timestamp beside it.', 'See that your proxy passes all three on; X-Service-Signature needs no other header.'],
  header_folded: ['One of the headers came several times, or joined with a comma.', 'Let one proxy only add headers, and pass each line on once.'],
  header_whitespace: ['There is white space or a quotation mark around the signature.', 'Pass the header on as it came.'],
  prefix_missing: ['The signature lacks its prefix: sha256= or v1,', 'Compare the whole header with the prefix and your signature.'],
  hex_for_base64: ['The signature is in the other alphabet.', 'X-Service-Signature is lower-case hex; webhook-signature is base64.'],
  body_reserialised: ['The body was parsed and written anew before it was checked.', 'Check the raw bytes, before any JSON parser sees them.'],
  body_keys_sorted: ['The keys of the body are in another order than they were sent in.', 'Check the raw bytes, before any JSON parser sees them.'],
  body_line_end: ['A line feed or a byte order mark was added to the body, or taken away.', 'Read the body as bytes, with nothing trimmed or added.'],
  body_charset: ['The body was read in another character set and written anew.', 'Read the body as bytes; if you need text, decode it as UTF-8.'],
  secret_whitespace: ['The secret has white space or quotation marks around it.', 'Trim what you read from a file or an environment variable.'],
  secret_prefix: ['The secret lacks whsec_, or has it twice.', 'Keep the secret exactly as it was shown.'],
  secret_old: ['The given secret is not the one that signs; the webhook\'s current one fits.', 'Give your receiver the secret that was shown at the last rotation, or rotate it again.'],
  secret_next: ['The given secret is not the one that signs; the one taking its place fits.', 'Give your receiver the secret that was shown at the rotation.'],
  clock_skew: ['The time in webhook-timestamp is more than five minutes from the time of receipt.', 'Set your clock by NTP. An old delivery may also be a replay by somebody else: refuse it.'],
  computed_other_alphabet: ['Your code computed the right signature in the other alphabet.', 'X-Service-Signature is lower-case hex; webhook-signature is base64.'],
  computed_without_time: ['Your code signed the body alone for webhook-signature.', 'Sign webhook-id, a full stop, webhook-timestamp, a full stop, and the body.'],
  computed_with_text_key: ['Your code used the text of the secret as the key of webhook-signature.', 'Decode what follows whsec_ as base64; that is the key.'],
  computed_with_decoded_key: ['Your code used the decoded secret as the key of X-Service-Signature.', 'Use the bytes of the secret as it was shown, whsec_ included.'],
  computed_plain_hash: ['Your code hashed the body without a key.', 'Use HMAC-SHA256 with the secret as its key.'],
  no_match: ['No known mistake explains it: the secret is another one, or the body was changed.', 'Compare the secret with the one that was shown, and log the raw body at the very edge of your system.'],
} as const satisfies Record<string, readonly [string, string]>;

const finding = (code: FindingCode): Finding => ({ code, message: remedies[code][0], fix: remedies[code][1] });

type Variant<Value> = { value: Value; undone: FindingCode | null };
type Signature = { scheme: 'simple' | 'timed'; text: string; undone: readonly FindingCode[] };

/** `valid` is true when a receiver that follows the guide accepts the request as it stands. Neither secrets nor signatures are in the answer. */
export function diagnose(received: Received): Diagnosis {
  const headers = normalised(received.headers);
  const signatures = signaturesIn(headers);
  if (signatures.length === 0) return { valid: false, findings: [finding(headers.has('webhook-signature') ? 'timed_headers_missing' : 'header_missing')] };
  const found = firstMatch(received, headers, signatures);
  const findings = found === null ? hints(received) : [...new Set(found)];
  const skew = skewOf(received, headers);
  const computed = received.computed === null ? null : judgeComputed(received.computed, received, headers);
  return { valid: findings.length === 0 && skew === null, findings: [...findings, ...(skew === null ? [] : [skew]), ...(computed === null ? [] : [computed])].map(finding) };
}

type Headers = ReadonlyMap<string, string>;

function normalised(headers: Received['headers']): Headers {
  return new Map(Object.entries(headers).map(([name, value]) => [name.trim().toLowerCase(), typeof value === 'string' ? value : value.join(',')]));
}

/** Every signature of the request in its proper spelling, with what had to be undone for that. */
function signaturesIn(headers: Headers): Signature[] {
  const simple = headers.get('x-service-signature') ?? null;
  const timed = headers.has('webhook-id') && headers.has('webhook-timestamp') ? (headers.get('webhook-signature') ?? null) : null;
  return [
    ...(timed === null ? [] : split(timed, /(?:,\s*(?=v1,))|\s+/).map((part) => repaired('timed', part))),
    ...(simple === null ? [] : split(simple, /\s*,\s*/).map((part) => repaired('simple', part))),
  ];
}

function split(text: string, by: RegExp): { text: string; undone: FindingCode[] }[] {
  const bare = text.replace(/^["'\s]+|["'\s]+$/g, '');
  const parts = bare.split(by).filter((part) => part !== '');
  // Signatures of two secrets stand in one header, one space between them; a comma was put there by somebody else.
  const folded = parts.length > 1 && parts.join(' ') !== bare;
  return parts.map((part) => ({ text: part, undone: [...(bare === text ? [] : ['header_whitespace' as const]), ...(folded ? ['header_folded' as const] : [])] }));
}

function repaired(scheme: Signature['scheme'], { text, undone }: { text: string; undone: FindingCode[] }): Signature {
  const prefix = scheme === 'simple' ? 'sha256=' : 'v1,';
  const has = text.startsWith(prefix);
  const digest = has ? text.slice(prefix.length) : text;
  const inHex = /^[0-9a-f]{64}$/i.test(digest);
  const wrong = scheme === 'simple' ? !inHex || digest !== digest.toLowerCase() : inHex;
  const spelled = scheme === 'simple' ? (inHex ? digest.toLowerCase() : Buffer.from(digest, 'base64').toString('hex')) : inHex ? Buffer.from(digest, 'hex').toString('base64') : digest;
  return { scheme, text: `${prefix}${spelled}`, undone: [...undone, ...(has ? [] : ['prefix_missing' as const]), ...(wrong ? ['hex_for_base64' as const] : [])] };
}

/** What was undone until a signature fitted, least first; null when none did. */
function firstMatch(received: Received, headers: Headers, signatures: readonly Signature[]): FindingCode[] | null {
  for (const body of bodiesOf(received.body)) {
    for (const secret of secretsOf(received.secrets)) {
      const right = rightSignatures(secret.value, body.value, headers);
      const match = signatures.find((signature) => signature.text === right[signature.scheme]);
      if (match !== undefined) return [...match.undone, body.undone, secret.undone].filter((code) => code !== null);
    }
  }
  return null;
}

function rightSignatures(secret: string, body: Buffer, headers: Headers): { simple: string; timed: string } {
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const right = signatureHeaders({ secret, eventId: headers.get('webhook-id') ?? '', timestampSeconds: /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0, attempt: 1, body: body.toString('utf8') });
  return { simple: right['X-Service-Signature'] ?? '', timed: right['webhook-signature'] ?? '' };
}

/** What the body may have been before it was changed. */
function bodiesOf(body: Buffer): Variant<Buffer>[] {
  const text = body.toString('utf8');
  const variant = (value: string, undone: FindingCode): Variant<Buffer>[] => (value === text ? [] : [{ value: Buffer.from(value, 'utf8'), undone }]);
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const parsed = parse(trimmed);
  const latin = Buffer.from(trimmed, 'latin1').toString('utf8');
  return [
    { value: body, undone: null },
    ...variant(trimmed, 'body_line_end'),
    ...variant(trimmed.replaceAll('\r\n', '\n'), 'body_line_end'),
    ...(latin.includes('\uFFFD') ? [] : variant(latin, 'body_charset')),
    // From Latin-1, read as if it were UTF-8.
    ...(text.includes('\uFFFD') ? variant(body.toString('latin1').trim(), 'body_charset') : []),
    ...(parsed === undefined ? [] : [...variant(JSON.stringify(parsed), 'body_reserialised'), ...variant(JSON.stringify(inOurOrder(parsed)), 'body_keys_sorted')]),
  ];
}

/** Our events begin with these keys, in this order. The order inside `data` cannot be known again. */
function inOurOrder(parsed: unknown): unknown {
  if (!isRecord(parsed)) return parsed;
  const first = ['event', 'data', 'id', 'createdAt', 'environment', 'apiVersion', 'sequence', 'test'].filter((key) => Object.hasOwn(parsed, key));
  return Object.fromEntries([...first, ...Object.keys(parsed).filter((key) => !first.includes(key))].map((key) => [key, parsed[key]]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secretsOf(secrets: Received['secrets']): Variant<string>[] {
  const hasGiven = secrets.some(({ name }) => name === 'given');
  return secrets.flatMap(({ name, secret }): Variant<string>[] => {
    if (name !== 'given') return [{ value: secret, undone: !hasGiven ? null : name === 'current' ? 'secret_old' : 'secret_next' }];
    const bare = secret.replace(/^["'\s]+|["'\s]+$/g, '');
    const plain = bare.replace(/^(?:whsec_)+/, '');
    return [{ value: secret, undone: null }, { value: bare, undone: 'secret_whitespace' }, { value: `whsec_${plain}`, undone: 'secret_prefix' }, { value: plain, undone: 'secret_prefix' }];
  });
}

function skewOf({ receivedAtSeconds }: Received, headers: Headers): FindingCode | null {
  const timestamp = headers.get('webhook-timestamp');
  if (receivedAtSeconds === null || timestamp === undefined) return null;
  return Math.abs(receivedAtSeconds - Number(timestamp)) <= toleranceSeconds ? null : 'clock_skew';
}

/** Nothing fitted: what can be seen all the same. */
function hints({ body }: Received): FindingCode[] {
  const parsed = parse(body.toString('utf8'));
  const keys = isRecord(parsed) ? Object.keys(parsed) : [];
  const sorted = keys.length > 1 && keys.join() === keys.toSorted().join() && keys[0] !== 'event';
  return [...(sorted ? ['body_keys_sorted' as const] : []), 'no_match'];
}

/** The mistake by which the receiver's code came to its signature, if it is a known one. */
function judgeComputed(computed: string, { body, secrets }: Received, headers: Headers): FindingCode | null {
  const digest = computed.trim().replace(/^(?:sha256=|v1,)/, '');
  const is = (bytes: Buffer, encodings: readonly ('hex' | 'base64')[]): boolean => encodings.some((encoding) => bytes.toString(encoding) === (encoding === 'hex' ? digest.toLowerCase() : digest));
  const both = ['hex', 'base64'] as const;
  const hmac = (key: Buffer | string, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();
  if (is(createHash('sha256').update(body).digest(), both)) return 'computed_plain_hash';
  const signed = Buffer.concat([Buffer.from(`${headers.get('webhook-id') ?? ''}.${headers.get('webhook-timestamp') ?? ''}.`), body]);
  for (const { secret } of secrets) {
    const decoded = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    if (is(hmac(secret, body), ['base64']) || is(hmac(decoded, signed), ['hex'])) return 'computed_other_alphabet';
    if (secret.startsWith('whsec_') && is(hmac(secret, signed), both)) return 'computed_with_text_key';
    if (is(hmac(decoded, body), ['base64'])) return 'computed_without_time';
    if (secret.startsWith('whsec_') && is(hmac(decoded, body), ['hex'])) return 'computed_with_decoded_key';
  }
  return null;
}
