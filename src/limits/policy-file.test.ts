import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isRecord } from '#src/lib/assert.ts';
import { policyOn } from './policy.ts';
import { parsePolicyFile, PolicyFileError, readPolicyFile } from './policy-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'limits-'));
afterAll(() => rmSync(directory, { recursive: true }));

const shippedText = readFileSync(new URL('./policy.json', import.meta.url), 'utf8');

/** The shipped file with one value changed: `place` as in the error, undefined removes it. */
function changed(place: string, value: unknown): string {
  const whole: unknown = JSON.parse(shippedText);
  const steps = place.split('/');
  const last = steps.pop() ?? '';
  let at: unknown = whole;
  for (const step of steps) at = Array.isArray(at) ? at[Number(step)] : isRecord(at) ? at[step] : undefined;
  if (Array.isArray(at)) at[Number(last)] = value;
  else if (isRecord(at)) at[last] = value;
  return JSON.stringify(whole);
}

function faultOf(text: string): string {
  try {
    parsePolicyFile(text);
    return 'accepted';
  } catch (error) {
    return error instanceof PolicyFileError ? error.message : String(error);
  }
}

test('the shipped file is read into kobo', () => {
  const [policy] = readPolicyFile(null);
  expect(policy).toMatchObject({ version: '2023-12', from: '2023-12-01', railPerTransferKobo: 1_000_000_000n, newBeneficiaryPerTransferKobo: null, tier2NeedsNin: false });
  expect(policy.tiers['1']).toEqual({ perTransferKobo: 5_000_000n, perDayKobo: 5_000_000n, perDayTransfers: 50, maxBalanceKobo: 30_000_000n });
  expect(policy.collection).toEqual({ perTransferKobo: null, perDayKobo: 10_000_000_000n, perDayTransfers: null, maxBalanceKobo: null });
});

describe('a wrong file is refused in one line that names the place', () => {
  test.each([
    ['versions/0/tiers/1/perDay', 50_000, 'must be naira as text'],
    ['versions/0/tiers/1/perDay', '50,000', 'must be naira as text'],
    ['versions/0/tiers/2/perTransfer', '1.005', 'must be naira as text'],
    ['versions/0/tiers/2/perTransfer', '0', 'must be naira as text'],
    ['versions/0/tiers/3/maxBalance', undefined, 'must be'],
    ['versions/0/tiers/3', undefined, 'must be there'],
    ['versions/0/tiers/1/perTransfer', '50000.01', 'is more than perDay'],
    ['versions/0/tiers/1/perDayTransfers', 0, 'must be at least 1'],
    ['versions/0/collection/perWeek', null, 'is no key of this file'],
    ['versions/0/from', '2026-02-30', 'must be a day'],
    ['versions/0/source', ' ', 'must say where the figures come from'],
    ['versions/0/tier2NeedsNin', 'yes', 'must be true or false'],
    ['versions/0/railPerTransfer', null, 'must be naira as text'],
    ['versions', undefined, 'must be a list'],
  ])('%s: %j', (place, value, says) => {
    const fault = faultOf(changed(place, value));
    expect(fault).toMatch(new RegExp(`^${place} [^\\n]+\\.$`));
    expect(fault).toContain(says);
  });

  test('days that do not ascend, and a name used twice', () => {
    const versions: unknown = JSON.parse(shippedText);
    const only: unknown = isRecord(versions) && Array.isArray(versions['versions']) ? versions['versions'][0] : undefined;
    const second = { ...(isRecord(only) ? only : {}), version: 'other' };
    expect(faultOf(changed('versions/1', second))).toBe('versions/1/from must be later than 2023-12-01, the day of the version before it.');
    expect(faultOf(changed('versions/1', { ...second, from: '2027-01-01', version: '2023-12' }))).toBe('versions/1/version is the name of another version too.');
    expect(faultOf(changed('versions/1', { ...second, from: '2027-01-01' }))).toBe('accepted');
  });

  test('what is no JSON, and no file', () => {
    expect(faultOf('{"versions": [')).toMatch(/^the file is no JSON: [^\n]+\.$/);
    expect(faultOf('{"versions": []}')).toBe('versions/0 must be there, as an object.');
    expect(faultOf('7')).toMatch(/^the file must be /);
    expect(() => readPolicyFile(join(directory, 'none.json'))).toThrow('the file cannot be read.');
  });
});

test('of several versions the last that has begun holds, and before the first the first', () => {
  const path = join(directory, 'limits.json');
  const whole: unknown = JSON.parse(shippedText);
  const first: unknown = isRecord(whole) && Array.isArray(whole['versions']) ? whole['versions'][0] : undefined;
  writeFileSync(path, changed('versions/1', { ...(isRecord(first) ? first : {}), version: '2027-01', from: '2027-01-01' }));
  const policies = readPolicyFile(path);
  expect(['2000-01-01', '2023-12-01', '2026-12-31', '2027-01-01', '2030-05-05'].map((day) => policyOn(policies, day).version)).toEqual(['2023-12', '2023-12', '2023-12', '2027-01', '2027-01']);
});
