/** What QoreID's replies hold: the record only where its own comparison passed, else which fields were equal. */
import { z } from 'zod';
import { decodeBase64Image } from '#src/lib/images.ts';
import type { Claims, RegistryMatches, RegistryRecord } from './identity-provider.ts';
import { memberOf } from './provider-http.ts';
import { readPerson } from './registry-fields.ts';

const matches = z.record(z.string(), z.boolean().nullish()).transform((found) => Object.fromEntries(Object.entries(found).map(([key, value]) => [key.toLowerCase(), value ?? null])));
const check = z.object({ status: z.string(), fieldMatches: matches.nullish() });
const reply = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  summary: z.record(z.string(), z.unknown()),
  status: z.object({ state: z.string(), status: z.string() }),
});

export type QoreIdAnswer = { id: string | null; content: { record: RegistryRecord; photo: Uint8Array | null } | { matches: RegistryMatches } };

/** Null for a reply that is not complete, or says neither the record nor which fields were equal. */
export function readQoreIdAnswer(body: unknown, product: 'bvn' | 'nin', claims: Claims): QoreIdAnswer | null {
  const parsed = reply.safeParse(body);
  if (!parsed.success || parsed.data.status.state !== 'complete') return null;
  const { id, summary } = parsed.data;
  const reference = id == null ? null : String(id);
  const shown = memberOf(body, product);
  if (shown !== undefined) {
    const record = readPerson(shown);
    return record === null ? null : { id: reference, content: { record, photo: readPhoto(shown) } };
  }
  // The key is nin_check, bvn_check or bvn_match_check, by the product that was asked.
  const checked = check.safeParse(Object.entries(summary).find(([key]) => key.endsWith('_check'))?.[1]);
  if (!checked.success) return null;
  const compared = readMatches(checked.data, claims);
  return compared === null ? null : { id: reference, content: { matches: compared } };
}

/** Names that only stand in the other order are equal names here, as in the house's own rule. */
function readMatches({ status, fieldMatches: found }: z.output<typeof check>, claims: Claims): RegistryMatches | null {
  const whole = status === 'EXACT_MATCH' || status === 'TRANSPOSED_MATCH';
  const said = (...keys: string[]): boolean | null => keys.map((key) => found?.[key]).find((value) => value != null) ?? null;
  const firstName = whole || said('firstname');
  const lastName = whole || said('lastname');
  if (firstName === null || lastName === null) return null;
  return {
    firstName,
    lastName,
    otherName: claims.otherName === undefined ? null : said('middlename', 'othername'),
    dateOfBirth: said('dob', 'birthdate', 'dateofbirth'),
  };
}

function readPhoto(record: unknown): Uint8Array | null {
  const text = memberOf(record, 'photo');
  const image = typeof text === 'string' ? decodeBase64Image(text) : null;
  return image?.ok === true ? image.bytes : null;
}
