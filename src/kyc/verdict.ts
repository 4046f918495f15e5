/** What we make of a provider's answer. Pure: the name rule of contract §5 and the order of reasons live here. */
import { type ErrorCode, Failure, type Refusal } from '#src/errors.ts';
import { assertNever } from '#src/lib/assert.ts';
import { compareCompanyNames } from '#src/lib/company-names.ts';
import { compareNames } from '#src/lib/names.ts';
import type { Claims, DocumentAnswer, FaceAnswer, RegistryAnswer, TaxAnswer } from './providers/identity-provider.ts';

/** `passed`, or the code of the first reason against it. */
export const checkOutcomes = [
  'passed', 'record_not_found', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'bvn_nin_mismatch', 'blocked',
  'face_mismatch', 'no_face_detected', 'document_mismatch', 'document_unreadable', 'provider_unavailable',
] as const satisfies readonly ('passed' | ErrorCode)[];
export type CheckOutcome = (typeof checkOutcomes)[number];

export type Verdict = {
  outcome: CheckOutcome;
  /** What was compared: true found equal, false different, null not asked. Never what the registry holds. */
  fields: Readonly<Record<string, boolean | null>>;
  score: number | null;
  threshold: number | null;
  providerReference: string | null;
  /** Empty when passed. */
  refusals: readonly Refusal[];
};

/** The failure to answer with, or null when the check passed. */
export function failureOf(verdict: Verdict): Failure | null {
  const [first, ...others] = verdict.refusals;
  return first === undefined ? null : new Failure([first, ...others]);
}

/** Where the caller wrote what is judged: JSON pointers for the refusals. */
export type Asked = { numberField: string; birthDateField: string; /** The person, where the body holds several. */ personField?: string; linkedNin?: string };

/**
 * Names by the name rule, the birth date exactly, then the link to the NIN, then the watch list: who does not know the
 * names learns nothing about a watch list.
 */
export function judgeRegistry(claims: Claims, answer: RegistryAnswer, asked: Asked): Verdict {
  if (answer.outcome === 'unavailable') return unavailable;
  if (answer.outcome === 'not_found') return notFound(answer.providerReference, asked.numberField);
  const { record, providerReference } = answer;
  const names = compareNames(claims, record);
  const dateOfBirth = record.dateOfBirth === claims.dateOfBirth;
  const fields = { ...names.fields, dateOfBirth };
  const refusals: Refusal[] = [];
  if (names.outcome !== 'match') {
    refusals.push({ code: names.outcome === 'partial' ? 'name_partial_match' : 'name_mismatch', field: asked.personField ?? null, details: { fields: names.fields } });
  }
  if (!dateOfBirth) refusals.push({ code: 'dob_mismatch', field: asked.birthDateField });
  const linked = asked.linkedNin === undefined || record.nin === null ? null : record.nin === asked.linkedNin;
  if (refusals.length === 0 && linked === false) refusals.push({ code: 'bvn_nin_mismatch', field: null });
  if (refusals.length === 0 && record.watchListed) refusals.push({ code: 'blocked', field: asked.numberField });
  return verdict(refusals, {
    fields: asked.linkedNin === undefined ? fields : { ...fields, linkedNin: linked },
    score: names.score,
    threshold: 100,
    providerReference,
  });
}

/** BVN and NIN of one person: both must pass; trouble of a provider comes before any other reason. */
export function judgeBoth(first: Verdict, second: Verdict): Verdict {
  const down = [first, second].find((verdict) => verdict.outcome === 'provider_unavailable');
  if (down !== undefined) return down;
  const prefixed = (prefix: string, { fields }: Verdict): [string, boolean | null][] => Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value]);
  const failed = first.refusals.length > 0 ? first : second;
  const scores = [first.score, second.score].filter((score) => score !== null);
  return {
    outcome: failed.outcome,
    fields: Object.fromEntries([...prefixed('bvn', first), ...prefixed('nin', second)]),
    score: scores.length === 2 ? Math.min(...scores) : null,
    threshold: scores.length === 2 ? 100 : null,
    providerReference: failed.providerReference ?? second.providerReference,
    refusals: failed.refusals,
  };
}

export function judgeFace(answer: FaceAnswer, pictureField: string): Verdict {
  switch (answer.outcome) {
    case 'unavailable':
      return unavailable;
    case 'not_found':
      return notFound(answer.providerReference, null);
    case 'no_photo':
      return verdict([{ code: 'record_not_found', field: null, message: 'The registry holds no photo to compare with.', fix: 'Raise the tier by NIN instead.' }], {
        providerReference: answer.providerReference,
      });
    case 'no_face':
      return verdict([{ code: 'no_face_detected', field: pictureField }], { providerReference: answer.providerReference });
    case 'compared': {
      const { matched, score, threshold, providerReference } = answer;
      return verdict(matched ? [] : [{ code: 'face_mismatch', field: pictureField }], { fields: { face: matched }, score, threshold, providerReference });
    }
    default:
      return assertNever(answer);
  }
}

export function judgeDocument(answer: DocumentAnswer): Verdict {
  switch (answer.outcome) {
    case 'unavailable':
      return unavailable;
    case 'unreadable':
      return verdict([{ code: 'document_unreadable', field: '/docImage' }], { providerReference: answer.providerReference });
    case 'no_face':
      return verdict([{ code: 'no_face_detected', field: null, message: 'No face was found on the document or in the selfie.' }], { providerReference: answer.providerReference });
    case 'read': {
      const { numberMatches, face, providerReference } = answer;
      const refusals: Refusal[] = [];
      if (!numberMatches) refusals.push({ code: 'document_mismatch', field: '/documentNumber' });
      if (face !== null && !face.matched) refusals.push({ code: 'face_mismatch', field: '/selfieImage' });
      return verdict(refusals, {
        fields: { documentNumber: numberMatches, face: face?.matched ?? null },
        score: face?.score ?? null,
        threshold: face?.threshold ?? null,
        providerReference,
      });
    }
    default:
      return assertNever(answer);
  }
}

export function judgeTax(answer: TaxAnswer): Verdict {
  if (answer.outcome === 'unavailable') return unavailable;
  if (answer.outcome === 'not_found') return notFound(answer.providerReference, '/number');
  return verdict([], { fields: { number: true }, providerReference: answer.providerReference });
}

/** The company behind a tax or registration number, by the rule for companies' names. */
export function judgeCompany(claimedName: string, answer: TaxAnswer, asked: { numberField: string; nameField: string }): Verdict {
  if (answer.outcome === 'unavailable') return unavailable;
  if (answer.outcome === 'not_found') return notFound(answer.providerReference, asked.numberField);
  const names = compareCompanyNames(claimedName, answer.taxpayerName);
  const code = names === 'partial' ? 'name_partial_match' : 'name_mismatch';
  const refusals = names === 'match' ? [] : [{ code, field: asked.nameField, details: { number: asked.numberField } } as const];
  return verdict(refusals, { fields: { number: true, companyName: names === 'match' }, providerReference: answer.providerReference });
}

const unavailable: Verdict = verdict([{ code: 'provider_unavailable', field: null }], {});

function notFound(providerReference: string | null, field: string | null): Verdict {
  return verdict([{ code: 'record_not_found', field, message: 'No record was found for this number.', fix: 'Check the number.' }], { providerReference });
}

function verdict(refusals: readonly Refusal[], known: Partial<Omit<Verdict, 'outcome' | 'refusals'>>): Verdict {
  return { outcome: outcomeOf(refusals), fields: {}, score: null, threshold: null, providerReference: null, ...known, refusals };
}

function outcomeOf(refusals: readonly Refusal[]): CheckOutcome {
  return checkOutcomes.find((outcome) => outcome === refusals[0]?.code) ?? 'passed';
}
