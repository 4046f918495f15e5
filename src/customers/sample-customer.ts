/** Test support: bodies of people who do not exist. */
import type { OnboardingApp } from '#src/kyc/onboarding-app.ts';
import { isRecord } from '#src/lib/assert.ts';

let counter = 0;

/** A BVN or NIN that no other call of this process gives, and that is not reserved. */
export function freshNumber(): string {
  counter += 1;
  return `2${String(counter).padStart(10, '0')}`;
}

export const required = { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1990-01-15', phone: '08031234567' };

/** The smallest body, with a BVN of its own. */
export function smallBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...required, bvn: freshNumber(), ...changes };
}

export const address = { address: '12 Example Close, Ikeja', street: '12 Example Close', localGovernment: 'Ikeja', city: 'Lagos', country: 'Nigeria' };

/** Every field of the reference. */
export function fullBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...smallBody(), otherName: 'Chukwuma', email: 'tunde@example.com', salutation: 'Mr', gender: 'male', nationality: 'ng', address,
    nextOfKin: { firstName: 'Ngozi', lastName: 'Adeyemi', gender: 'F', email: 'ngozi@example.com', phone: '+44 7700 900123', relationship: 'Sister', ...address },
    ...changes,
  };
}

/** A director of a company, with a BVN of its own. */
export function sampleDirector(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { firstName: 'Tunde', lastName: 'Adeyemi', dateOfBirth: '1980-01-15', bvn: freshNumber(), ...changes };
}

/** The smallest body of a company, with a registration number of its own. */
export function companyBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    businessName: 'Specimen Trading Limited', rcNumber: `RC${freshNumber().slice(-7)}`, taxId: '12345678-0001', dateOfIncorporation: '2015-06-30', phone: '08031112233',
    directors: [sampleDirector()], ...changes,
  };
}

/** Creates a customer and answers its customerId. @throws when that is refused */
export async function created(app: OnboardingApp, body: Record<string, unknown> = smallBody()): Promise<string> {
  const { data, text } = await app.send('/customer/profile/individual', { body });
  if (!isRecord(data) || typeof data['customerId'] !== 'string') throw new Error(text);
  return data['customerId'];
}
