/** Results of identity checks an integrator can bring about on purpose, and the two ways of asking for them. */

export const registryScenarios = {
  success: 'Whatever is claimed is confirmed.',
  not_found: 'The registry knows no such number.',
  name_mismatch: 'The record carries other names.',
  dob_mismatch: 'The record carries another date of birth.',
  watch_listed: 'The names match, but the number is on the watch list.',
  provider_down: 'The registry does not answer.',
  slow: 'The registry takes three seconds, then confirms.',
  name_partial_match: 'First and last name match and the other name does not; without an otherName in the request only the first name matches, which is a name mismatch.',
  bvn_nin_mismatch: 'The BVN is linked to another NIN.',
  face_mismatch: 'The picture shows another person.',
  no_face: 'No face is found in the picture.',
  document_mismatch: 'The document carries another number.',
  document_unreadable: 'The document cannot be read.',
} as const;

export type RegistryScenario = keyof typeof registryScenarios;

export function isRegistryScenario(name: string): name is RegistryScenario {
  return Object.hasOwn(registryScenarios, name);
}

/** In the order of the last digit of a reserved BVN, NIN or TIN, 0 to 9. */
const byNumber: readonly RegistryScenario[] = [
  'success', 'not_found', 'name_mismatch', 'dob_mismatch', 'watch_listed', 'provider_down', 'slow', 'name_partial_match', 'bvn_nin_mismatch', 'face_mismatch',
];

/** The last digits of a reserved document number that pick something; the others succeed. */
const byDocument: Readonly<Record<string, RegistryScenario>> = {
  1: 'document_unreadable', 2: 'document_mismatch', 5: 'provider_down', 6: 'slow', 8: 'no_face', 9: 'face_mismatch',
};

/** The scenario of a BVN, NIN or TIN: a known name wins over a reserved number (nine leading zeros; the last digit picks). */
export function scenarioOfNumber(number: string, name?: string): RegistryScenario {
  if (name !== undefined && isRegistryScenario(name)) return name;
  const digits = number.replace(/\D/g, '');
  return byNumber[digits.startsWith('000000000') ? Number(digits.at(-1)) : 0] ?? 'success';
}

/** The same for documents, null where nothing was asked for and the picture shall be read: reserved are passports `A0000000d` and licences `AAA00000AA0d`, with any letters. */
export function scenarioOfDocument(documentNumber: string, name?: string): RegistryScenario | null {
  if (name !== undefined && isRegistryScenario(name)) return name;
  const digit = /^(?:[A-Z]0{7}|[A-Z]{2,3}0{5}[A-Z]{2}0)(\d)$/.exec(documentNumber)?.[1];
  return digit === undefined ? null : (byDocument[digit] ?? 'success');
}
