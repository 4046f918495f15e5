/** What we make of a provider's answer. Pure: the name rule of contract §5 and the order of reasons live here. */
import { type ErrorCode, Failure, type Refusal } from '#src/errors.ts';
import { assertNever } from '#src/lib/assert.ts';
import { compareCompanyNames } from '#src/lib/company-names.ts';
import { compareNames } from '#src/lib/names.ts';
import type { FaceReading } from './document-reader.ts';
import type { Answered, Claims, DocumentAnswer, FaceAnswer, RegistryAnswer, RegistryMatches, RegistryRecord, TaxAnswer } from './providers/identity-provider.ts';

/** `passed`, `review` where a person must decide, or the code of the first reason against it. */
export const checkOutcomes = [
  'passed', 'record_not_found', 'name_mismatch', 'name_partial_match', 'dob_mismatch', 'bvn_nin_mismatch', 'blocked',
  'face_mismatch', 'no_face_detected', 'document_mismatch', 'document_unreadable', 'provider_unavailable', 'review',
] as const satisfies readonly ('passed' | 'review' | ErrorCode)[];
export type CheckOutcome = (typeof checkOutcomes)[number];

/** One of the two registries that one check may ask. */
export type RegistryPart = 'bvn' | 'nin';

export type Verdict = {
  outcome: CheckOutcome;
  /** What was compared: true found equal, false different, null not asked. Never what the registry holds. */
  fields: Readonly<Record<string, boolean | null>>;
  score: number | null;
  threshold: number | null;
  providerReference: string | null;
  /** The provider that answered where several could; null: the one that was asked. */
  answeredBy: string | null;
  /** Of a check of two registries: those that had nothing against the claims. */
  passedParts?: readonly RegistryPart[];
  /** Empty when passed. */
  refusals: readonly Refusal[];
};

/** The failure to answer with, or null when the check passed. `details` are added to its first reason. */
export function failureOf(verdict: Verdict, details: Readonly<Record<string, unknown>> = {}): Failure | null {
  const [first, ...others] = verdict.refusals;
  if (first === undefined) return null;
  return new Failure([Object.keys(details).length === 0 ? first : { ...first, details: { ...first.details, ...details } }, ...others]);
}

/** Where the caller wrote what is judged: JSON pointers for the refusals. */
export type Asked = { numberField: string; birthDateField: string; /** The person, where the body holds several. */ personField?: string; linkedNin?: string };

/**
 * Names by the name rule, the birth date exactly, then the link to the NIN, then the watch list: who does not know the
 * names learns nothing about a watch list.
 */
export function judgeRegistry(claims: Claims, answer: RegistryAnswer, asked: Asked): Verdict {
  if (isUndecided(answer)) return undecided(answer);
  if (answer.outcome === 'not_found') return notFound(answer, asked.numberField);
  const said = answer.outcome === 'found' ? comparedHere(claims, answer.record) : comparedThere(claims, answer.matches);
  const { names, score, dateOfBirth } = said;
  const refusals: Refusal[] = [];
  if (said.outcome !== 'match') {
    refusals.push({ code: said.outcome === 'partial' ? 'name_partial_match' : 'name_mismatch', field: asked.personField ?? null, details: { fields: names } });
  }
  if (dateOfBirth === false) refusals.push({ code: 'dob_mismatch', field: asked.birthDateField });
  // What nobody compared has not passed, whatever else did.
  if (refusals.length === 0 && !said.complete) return undecided(answer);
  const record = answer.outcome === 'found' ? answer.record : null;
  const linked = asked.linkedNin === undefined || record === null || record.nin === null ? null : record.nin === asked.linkedNin;
  if (refusals.length === 0 && linked === false) refusals.push({ code: 'bvn_nin_mismatch', field: null });
  if (refusals.length === 0 && record?.watchListed === true) refusals.push({ code: 'blocked', field: asked.numberField });
  const fields = { ...names, dateOfBirth };
  return verdict(refusals, answer, {
    fields: asked.linkedNin === undefined ? fields : { ...fields, linkedNin: linked },
    score,
    threshold: 100,
    providerReference: answer.providerReference,
  });
}

type Said = {
  outcome: 'match' | 'partial' | 'mismatch';
  names: { firstName: boolean; lastName: boolean; otherName: boolean | null };
  score: number;
  dateOfBirth: boolean | null;
  /** Everything claimed was compared. */
  complete: boolean;
};

/** The house's own rule, on the record. */
function comparedHere(claims: Claims, record: RegistryRecord): Said {
  const { outcome, fields, score } = compareNames(claims, record);
  return { outcome, names: fields, score, dateOfBirth: record.dateOfBirth === claims.dateOfBirth, complete: true };
}

/** The same rule, name by name, on what a provider found equal that shows no record. */
function comparedThere(claims: Claims, { firstName, lastName, otherName, dateOfBirth }: RegistryMatches): Said {
  const said = [firstName, lastName, otherName].filter((name) => name !== null);
  const found = said.filter((name) => name).length;
  return {
    outcome: found === said.length ? 'match' : found >= 2 ? 'partial' : 'mismatch',
    names: { firstName, lastName, otherName },
    score: Math.floor((100 * found) / said.length),
    dateOfBirth,
    complete: dateOfBirth !== null && (otherName !== null || claims.otherName === undefined),
  };
}

/**
 * BVN and NIN of one person: both must pass; trouble of a provider comes before any other reason. What was found out is told even then, so that it
 * need not be asked again.
 */
export function judgeBoth(bvn: Verdict, nin: Verdict): Verdict {
  const parts = [['bvn', bvn], ['nin', nin]] as const;
  const failed = [bvn, nin].find(({ outcome }) => outcome === 'provider_unavailable') ?? [bvn, nin].find(({ refusals }) => refusals.length > 0) ?? nin;
  const scores = [bvn.score, nin.score].filter((score) => score !== null);
  const score = failed.outcome !== 'provider_unavailable' && scores.length === 2 ? Math.min(...scores) : null;
  return {
    outcome: failed.outcome,
    fields: Object.fromEntries(parts.flatMap(([part, { fields }]) => Object.entries(fields).map(([name, value]) => [`${part}.${name}`, value]))),
    score,
    threshold: score === null ? null : 100,
    providerReference: failed.providerReference ?? nin.providerReference ?? bvn.providerReference,
    answeredBy: answeredByOf(failed.outcome === 'provider_unavailable' ? [failed] : [bvn, nin]),
    passedParts: parts.filter(([, { outcome }]) => outcome === 'passed').map(([part]) => part),
    refusals: failed.refusals,
  };
}

function answeredByOf(verdicts: readonly Verdict[]): string | null {
  return [...new Set(verdicts.flatMap(({ answeredBy }) => answeredBy ?? []))].join(', ') || null;
}

/** What one registry said when the check was made that this one tries again: it had nothing against the same claims. */
export function keptVerdict(part: RegistryPart, fields: Verdict['fields']): Verdict {
  const own = Object.entries(fields).filter(([name]) => name.startsWith(`${part}.`)).map(([name, value]): [string, boolean | null] => [name.slice(part.length + 1), value]);
  return { outcome: 'passed', fields: Object.fromEntries(own), score: 100, threshold: 100, providerReference: null, answeredBy: null, refusals: [] };
}

/** A face that the provider compared. `photo` is compared before it is judged: see check-face.ts. */
export function judgeFace(answer: Exclude<FaceAnswer, { outcome: 'photo' }>, pictureField: string): Verdict {
  switch (answer.outcome) {
    case 'unavailable':
    case 'unsupported':
      return undecided(answer);
    case 'not_found':
      return notFound(answer, null);
    case 'no_photo':
      return verdict([noPhoto], answer, { providerReference: answer.providerReference });
    case 'no_face':
      return verdict([{ code: 'no_face_detected', field: pictureField }], answer, { providerReference: answer.providerReference });
    case 'compared': {
      const { matched, score, threshold, providerReference } = answer;
      return verdict(matched ? [] : [{ code: 'face_mismatch', field: pictureField }], answer, { fields: { face: matched }, score, threshold, providerReference });
    }
    default:
      return assertNever(answer);
  }
}

const noPhoto: Refusal = { code: 'record_not_found', field: null, message: 'The registry holds no photo to compare with.', fix: 'Raise the tier by NIN instead.' };

/** Likeness that passes, 0 to 100: a distance of 0.50, as the reader judges it. */
const likenessThreshold = 50;

/**
 * A live picture (`second`) held against the registry's photo (`first`) on this machine; `shown` is who showed the photo. Too close to call
 * is no match: somebody has to look at the two.
 */
export function judgePhoto(reading: FaceReading, shown: Answered & { providerReference: string }, pictureField: string): Verdict {
  const { providerReference } = shown;
  switch (reading.outcome) {
    case 'busy':
    case 'unavailable':
      return undecided(shown);
    case 'refused':
    case 'no_face':
    case 'several_faces':
      if (reading.picture === 'first') return verdict([noPhoto], shown, { providerReference });
      return verdict([{ code: 'no_face_detected', field: pictureField, fix: reading.hint }], shown, { providerReference });
    case 'compared': {
      const score = Math.round(100 * (1 - Math.min(reading.distance, 1)));
      const matched = reading.verdict === 'pass';
      const grey = reading.verdict === 'review' ? { details: { review: 'pending' } } : {};
      const judged = verdict(matched ? [] : [{ code: 'face_mismatch', field: pictureField, ...grey }], shown, { fields: { face: matched }, score, threshold: likenessThreshold, providerReference });
      return reading.verdict === 'review' ? { ...judged, outcome: 'review', fields: { face: null } } : judged;
    }
    default:
      return assertNever(reading);
  }
}

/** `withSelfie`: without one, a missing face can only be the document's. */
export function judgeDocument(answer: DocumentAnswer, withSelfie: boolean): Verdict {
  switch (answer.outcome) {
    case 'unavailable':
    case 'unsupported':
      return undecided(answer);
    case 'unreadable':
      return verdict([{ code: 'document_unreadable', field: '/docImage' }], answer, { providerReference: answer.providerReference });
    case 'no_face':
      return verdict([noFace(withSelfie)], answer, { providerReference: answer.providerReference });
    case 'read': {
      const { numberMatches, face, providerReference } = answer;
      const refusals: Refusal[] = [];
      if (!numberMatches) refusals.push({ code: 'document_mismatch', field: '/documentNumber' });
      if (face !== null && !face.matched) refusals.push({ code: 'face_mismatch', field: '/selfieImage' });
      return verdict(refusals, answer, {
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

const noFace = (withSelfie: boolean): Refusal => (withSelfie
  ? { code: 'no_face_detected', field: null, message: 'No face was found on the document or in the selfie.' }
  : { code: 'no_face_detected', field: '/docImage', message: 'No face was found on the document.' });

export function judgeTax(answer: TaxAnswer): Verdict {
  if (isUndecided(answer)) return undecided(answer);
  if (answer.outcome === 'not_found') return notFound(answer, '/number');
  return verdict([], answer, { fields: { number: true }, providerReference: answer.providerReference });
}

/** The company behind a tax or registration number, by the rule for companies' names. */
export function judgeCompany(claimedName: string, answer: TaxAnswer, asked: { numberField: string; nameField: string }): Verdict {
  if (isUndecided(answer)) return undecided(answer);
  if (answer.outcome === 'not_found') return notFound(answer, asked.numberField);
  const names = compareCompanyNames(claimedName, answer.taxpayerName);
  const code = names === 'partial' ? 'name_partial_match' : 'name_mismatch';
  const refusals = names === 'match' ? [] : [{ code, field: asked.nameField, details: { number: asked.numberField } } as const];
  return verdict(refusals, answer, { fields: { number: true, companyName: names === 'match' }, providerReference: answer.providerReference });
}

function isUndecided<Answer extends { outcome: string }>(answer: Answer): answer is Extract<Answer, { outcome: 'unavailable' | 'unsupported' }> {
  return answer.outcome === 'unavailable' || answer.outcome === 'unsupported';
}

/** To the caller it is one and the same: nothing was decided, and nobody can say today. */
function undecided(answer: Answered): Verdict {
  return verdict([{ code: 'provider_unavailable', field: null }], answer, {});
}

function notFound(answer: Answered & { providerReference: string | null }, field: string | null): Verdict {
  return verdict([{ code: 'record_not_found', field, message: 'No record was found for this number.', fix: 'Check the number.' }], answer, { providerReference: answer.providerReference });
}

function verdict(refusals: readonly Refusal[], { answeredBy }: Answered, known: Partial<Omit<Verdict, 'outcome' | 'refusals' | 'answeredBy'>>): Verdict {
  return { outcome: outcomeOf(refusals), fields: {}, score: null, threshold: null, providerReference: null, answeredBy: answeredBy ?? null, ...known, refusals };
}

function outcomeOf(refusals: readonly Refusal[]): CheckOutcome {
  return checkOutcomes.find((outcome) => outcome === refusals[0]?.code) ?? 'passed';
}
