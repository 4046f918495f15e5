/** What we make of a document that was read on this machine. Pure. */
import type { ErrorCode, Refusal } from '#src/errors.ts';
import { assertNever } from '#src/lib/assert.ts';
import type { DocumentCheck, DocumentCheckId, DocumentEngine, DocumentReading, DocumentVerdict } from './document-reader.ts';
import type { Likenesses } from './likeness.ts';
import { checkOutcomes, type Verdict } from './verdict.ts';

/** Kept with the check; nothing in it was read from a picture. */
export type KeptReading = { verdict: DocumentVerdict; checks: readonly Pick<DocumentCheck, 'id' | 'status' | 'score'>[]; engine: DocumentEngine };

export type JudgedReading = { verdict: Verdict; reading: KeptReading | null; /** Of what was not refused: for the alarm of duplicates. */ likeness?: Likenesses };

/** The likeness, of 100, that passes: a distance of 0.50. */
const likenessThreshold = 50;

/** A reading that came to an end, as a verdict; what is busy is refused before there is anything to judge. */
export function judgeReading(answer: Exclude<DocumentReading, { outcome: 'busy' }>): JudgedReading {
  switch (answer.outcome) {
    case 'unavailable':
      return { verdict: verdictOf([{ code: 'provider_unavailable', field: null, message: 'Documents cannot be read now; nothing was decided.' }]), reading: null };
    case 'refused': {
      const { picture, reason, hint } = answer;
      const check = { id: picture === 'document' ? 'image_readable' : 'selfie_readable', status: 'fail', hint } as const;
      return { verdict: verdictOf([{ ...placeOf(check), fix: hint, details: { reason, checks: [check] } }]), reading: null };
    }
    case 'read': {
      const { verdict, checks, score, engine } = answer;
      const hasSelfie = checks.some(({ id }) => id === 'face_in_selfie');
      return {
        verdict: {
          ...verdictOf(verdict === 'pass' ? [] : verdict === 'review' ? [greyRefusal(checks)] : failedRefusals(checks)),
          ...(verdict === 'review' ? { outcome: 'review' } as const : {}),
          fields: { documentNumber: fieldOf(checks, ['number_in_mrz', 'number_printed']), face: fieldOf(checks, ['face_match']) },
          score: score === null ? null : Math.round(score * 100),
          threshold: hasSelfie ? likenessThreshold : null,
        },
        reading: { verdict, checks: checks.map(({ id, status, score: degree }) => ({ id, status, ...(degree === undefined ? {} : { score: degree }) })), engine },
        ...(verdict === 'fail' || answer.likeness === null ? {} : { likeness: answer.likeness }),
      };
    }
    default:
      return assertNever(answer);
  }
}

/** What the caller sees of the checks: which did not pass, and what to do about each. */
function openChecks(checks: readonly DocumentCheck[]): { checks: unknown[] } {
  return { checks: checks.filter(({ status }) => status !== 'pass').map(({ id, status, hint }) => ({ id, status, hint })) };
}

/** One refusal for each code among what failed, in the order of the checks, with all their hints. */
function failedRefusals(checks: readonly DocumentCheck[]): Refusal[] {
  // A licence's expiry that was not read is no reason against it.
  const failed = checks.filter(({ id, status }) => status === 'fail' || (status === 'not_readable' && id !== 'expiry_printed'));
  const byCode = new Map<ErrorCode, DocumentCheck[]>();
  for (const check of failed) byCode.set(placeOf(check).code, [...(byCode.get(placeOf(check).code) ?? []), check]);
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const fix = [...new Set([first, ...others].flatMap(({ hint }) => hint ?? []))].join(' ');
    return [{ ...placeOf(first), ...(fix === '' ? {} : { fix }), details: openChecks(checks) }];
  });
}

/** Too close to call: refused by the first grey check, for a person to decide. */
function greyRefusal(checks: readonly DocumentCheck[]): Refusal {
  const grey = checks.filter(({ status }) => status === 'review');
  const [first] = grey;
  const isFace = first !== undefined && faceChecks.includes(first.id);
  return {
    code: isFace ? 'face_mismatch' : 'document_unreadable',
    field: isFace ? '/selfieImage' : '/docImage',
    message: isFace ? 'The faces cannot be told to be one person\'s.' : 'The document could not be read with certainty.',
    fix: grey.flatMap(({ hint }) => hint ?? []).join(' '),
    details: { review: 'pending', ...openChecks(checks) },
  };
}

const faceChecks: readonly DocumentCheckId[] = ['face_in_selfie', 'face_match', 'selfie_is_another_photo'];

/** The error that stands for a failed check, and the field that would mend it. */
function placeOf({ id, status }: Pick<DocumentCheck, 'id' | 'status'>): Pick<Refusal, 'code' | 'field' | 'message'> & { code: ErrorCode } {
  switch (id) {
    case 'number_in_mrz':
    case 'number_printed':
      return status === 'not_readable' ? { code: 'document_unreadable', field: '/docImage' } : { code: 'document_mismatch', field: '/documentNumber' };
    case 'not_expired':
      return status === 'not_readable' ? { code: 'document_unreadable', field: '/docImage' } : { code: 'document_mismatch', field: '/docImage', message: 'The document has expired.' };
    case 'expiry_printed':
      return { code: 'document_mismatch', field: '/docImage', message: 'The document has expired.' };
    case 'face_in_document':
      return { code: 'no_face_detected', field: '/docImage', message: 'No face was found on the document.' };
    case 'face_in_selfie':
      return { code: 'no_face_detected', field: '/selfieImage', message: 'The selfie must show exactly one face.' };
    case 'selfie_readable':
      return { code: 'no_face_detected', field: '/selfieImage', message: 'The selfie could not be read.' };
    case 'face_match':
    case 'selfie_is_another_photo':
      return { code: 'face_mismatch', field: '/selfieImage' };
    case 'image_readable':
    case 'mrz_present':
    case 'mrz_document_number':
    case 'mrz_birth_date':
    case 'mrz_expiry_date':
    case 'mrz_personal_number':
    case 'mrz_composite':
    case 'mrz_unrepaired':
    case 'mrz_state_known':
      return { code: 'document_unreadable', field: '/docImage' };
    default:
      return assertNever(id);
  }
}

/** True where all of these that were made passed, false where one failed, null where nothing is certain. */
function fieldOf(checks: readonly DocumentCheck[], ids: readonly DocumentCheckId[]): boolean | null {
  const made = checks.filter(({ id }) => ids.includes(id)).map(({ status }) => status);
  if (made.includes('fail')) return false;
  return made.length > 0 && made.every((status) => status === 'pass') ? true : null;
}

function verdictOf(refusals: readonly Refusal[]): Verdict {
  const code = refusals[0]?.code;
  return { outcome: checkOutcomes.find((outcome) => outcome === code) ?? 'passed', fields: {}, score: null, threshold: null, providerReference: null, answeredBy: null, refusals };
}
