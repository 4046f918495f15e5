/** What the law and the tiers ask of the people of a company. Pure. */
import { fail } from '#src/errors.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { ageOn } from '#src/lib/time.ts';
import type { People, Person } from './business-wire.ts';

export const companyRoles = ['director', 'shareholder'] as const;
export type CompanyRole = (typeof companyRoles)[number];

const minimumYears = { director: 18, shareholder: 0 } as const satisfies Record<CompanyRole, number>;
const maximumYears = 130;
/** With more than 95 % known, nobody unknown can hold 5 %, from where the Companies and Allied Matters Act 2020 (§119) counts a person with significant control. */
const knownOwnersTenThousandths = 950_000;
export const wholeTenThousandths = 1_000_000;

/** Lists of a company take no more. */
export const mostPeople = { director: 20, shareholder: 50 } as const satisfies Record<CompanyRole, number>;

/** `field` is the JSON pointer of the birth date; `today` the Lagos day. @throws Failure invalid_field */
export function checkAge({ dateOfBirth }: Pick<Person, 'dateOfBirth'>, role: CompanyRole, today: string, field: string): void {
  const age = ageOn(dateOfBirth, today);
  if (age >= minimumYears[role] && age <= maximumYears) return;
  const message = age > maximumYears ? 'dateOfBirth lies too far back.' : `dateOfBirth: must be at least ${minimumYears[role]} years ago.`;
  throw fail('invalid_field', { field, message });
}

/** A share in percent as ten-thousandths, exactly: never through a float's fraction. Null where it is no share above 0 and at most 100. */
export function parseShare(percent: number | string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(String(percent));
  const share = match === null ? 0 : Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  return share > 0 && share <= wholeTenThousandths ? share : null;
}

/** What the listed shareholders hold together, in ten-thousandths of a percent. */
export function heldBy({ shareholders }: Pick<People, 'shareholders'>): number {
  return shareholders.reduce((sum, { percentShareholder }) => sum + expectPresent(parseShare(percentShareholder), 'stored share'), 0);
}

/** Do the listed shareholders leave nobody unknown with significant control? */
export function areOwnersKnown(people: Pick<People, 'shareholders'>): boolean {
  return heldBy(people) > knownOwnersTenThousandths;
}
