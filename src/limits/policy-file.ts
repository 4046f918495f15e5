/**
 * The file of limit policies: read once at the start, checked whole, in naira as decimal text. Every key must be there,
 * so that a forgotten line is no missing limit: what has no limit says null.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseNaira } from '#src/lib/money.ts';
import { isCalendarDay } from '#src/lib/time.ts';
import type { LimitPolicies, LimitPolicy, LimitSet } from './policy.ts';

/** What is wrong with a file, in one line that names the place in it. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError';
}

const shipped = new URL('./policy.json', import.meta.url);

/** The operator's own file, or the one this program ships. @throws PolicyFileError */
export function readPolicyFile(path: string | null): LimitPolicies {
  return parsePolicyFile(readText(path ?? shipped));
}

const textForm = 'must be naira as text with at most two decimals and more than 0, such as "50000.00"';
const naira = z.string(textForm).transform((text, context): bigint => {
  const read = parseNaira(text);
  if (read.ok) return read.kobo;
  context.addIssue({ code: 'custom', message: textForm });
  return z.NEVER;
});
const count = z.int('must be a whole number, or null').min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000').nullable();

const limitSet = z
  .strictObject({ perTransfer: naira.nullable(), perDay: naira.nullable(), perDayTransfers: count, maxBalance: naira.nullable() })
  .transform(({ perTransfer, perDay, perDayTransfers, maxBalance }, context): LimitSet => {
    if (perTransfer !== null && perDay !== null && perTransfer > perDay) {
      context.addIssue({ code: 'custom', path: ['perTransfer'], message: 'is more than perDay, which no transfer could reach' });
    }
    return { perTransferKobo: perTransfer, perDayKobo: perDay, perDayTransfers, maxBalanceKobo: maxBalance };
  });

const version = z
  .strictObject({
    version: z.string('must be text').regex(/^[A-Za-z0-9._-]{1,40}$/, 'must be 1 to 40 letters, digits, ".", "_" or "-"'),
    from: z.string('must be a day such as "2027-01-01"').refine(isCalendarDay, 'must be a day of the calendar such as "2027-01-01"'),
    source: z.string('must be text: where the figures come from').trim().min(1, 'must say where the figures come from').max(1000, 'must have at most 1000 characters'),
    tiers: z.strictObject({ '1': limitSet, '2': limitSet, '3': limitSet }),
    collection: limitSet,
    railPerTransfer: naira,
    newBeneficiaryPerTransfer: naira.nullable(),
    tier2NeedsNin: z.boolean('must be true or false'),
  })
  .transform(({ railPerTransfer, newBeneficiaryPerTransfer, ...rest }): LimitPolicy => ({
    ...rest, railPerTransferKobo: railPerTransfer, newBeneficiaryPerTransferKobo: newBeneficiaryPerTransfer,
  }));

const file = z.strictObject({ versions: z.tuple([version], version, 'must be a list of at least one version') }).superRefine(({ versions }, context) => {
  versions.forEach(({ version: name, from }, index) => {
    const before = versions[index - 1];
    if (before !== undefined && before.from >= from) context.addIssue({ code: 'custom', path: ['versions', index, 'from'], message: `must be later than ${before.from}, the day of the version before it` });
    if (versions.findIndex((other) => other.version === name) < index) context.addIssue({ code: 'custom', path: ['versions', index, 'version'], message: 'is the name of another version too' });
  });
});

/** @throws PolicyFileError naming the first thing that is wrong. */
export function parsePolicyFile(text: string): LimitPolicies {
  const read = file.safeParse(jsonOf(text));
  if (read.success) return read.data.versions;
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const place = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String).join('/');
  throw new PolicyFileError(`${place === '' ? 'the file' : place} ${unknown === undefined ? sentenceOf(issue) : 'is no key of this file'}.`);
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not readable';
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) return `must be there, as ${issue.expected === 'tuple' || issue.expected === 'array' ? 'a list' : `an ${issue.expected}`}`;
  return issue.message;
}

function readText(path: string | URL): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PolicyFileError('the file cannot be read.', { cause });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PolicyFileError(`the file is no JSON: ${cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : 'unreadable'}.`, { cause });
  }
}
