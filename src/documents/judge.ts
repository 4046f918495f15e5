/** From what was measured to checks and a verdict. Pure. What was read goes in and never comes out. */
import type { DocumentCheck, DocumentCheckId, DocumentCheckStatus, DocumentVerdict } from '#src/kyc/document-reader.ts';
import type { Face } from './faces/face-finder.ts';
import { hints } from './hints.ts';
import { expiryOf, type MrzChecks } from './mrz/check-digits.ts';
import type { Mrz } from './mrz/read-mrz.ts';
import { isKnownState } from './mrz/states.ts';
import { foldedNumber, type NumberMatch, plainNumber } from './printed/match-number.ts';
import type { Quality } from './quality.ts';
import { thresholds } from './thresholds.ts';

/** A check with the hint that fits its status. */
export function check(id: DocumentCheckId, status: DocumentCheckStatus, score?: number, hint: string = hints[id]): DocumentCheck {
  return { id, status, ...(score === undefined ? {} : { score: Math.round(Math.max(0, Math.min(1, score)) * 1000) / 1000 }), ...(status === 'pass' ? {} : { hint }) };
}

/** Fails if anything failed or could not be read; is for review if anything is; else passes. A check that was not made does not count, nor does a licence's expiry that was not read. */
export function verdictOf(checks: readonly DocumentCheck[]): DocumentVerdict {
  if (checks.some(({ id, status }) => status === 'fail' || (status === 'not_readable' && id !== 'expiry_printed'))) return 'fail';
  return checks.some(({ status }) => status === 'review') ? 'review' : 'pass';
}

/** A picture that decoded: good enough to judge by, or with something wrong that a new picture would mend. */
export function judgeQuality(quality: Quality): DocumentCheck {
  const { sharpness, brightness, glare } = quality;
  if (brightness < thresholds.brightness) return check('image_readable', 'review', undefined, hints.dark);
  if (glare > thresholds.glare) return check('image_readable', 'review', undefined, hints.glare);
  return sharpness < thresholds.sharpness ? check('image_readable', 'review', undefined, hints.blurred) : check('image_readable', 'pass');
}

/** The zone of a passport: found, in its font, its digits in order, of a country, not expired, and of the number asked for. `picture`: what became of `image_readable`. */
export function judgeMrz(mrz: Mrz | null, wanted: string, today: Date, picture: DocumentCheck): DocumentCheck[] {
  if (mrz === null || mrz.score < thresholds.mrzReview || mrz.holding < 2) return [check('mrz_present', 'fail', mrz?.score ?? 0)];
  const second = mrz.lines[1];
  const digit = (id: DocumentCheckId, name: keyof MrzChecks): DocumentCheck =>
    check(id, mrz.checks[name] ? 'pass' : name === 'personalNumber' ? 'review' : 'fail');
  return [
    check('mrz_present', mrz.score >= thresholds.mrzPass ? 'pass' : 'review', mrz.score),
    digit('mrz_document_number', 'documentNumber'),
    digit('mrz_birth_date', 'birthDate'),
    digit('mrz_expiry_date', 'expiryDate'),
    digit('mrz_personal_number', 'personalNumber'),
    digit('mrz_composite', 'composite'),
    ...(mrz.repairs > 0 ? [check('mrz_unrepaired', 'review')] : []),
    check('mrz_state_known', isKnownState(mrz.lines[0].slice(2, 5)) && isKnownState(second.slice(10, 13)) ? 'pass' : 'review'),
    judgeExpiry(mrz, today),
    judgeZoneNumber(second.slice(0, 9), wanted, mrz.checks.documentNumber ? null : picture),
  ];
}

/** A document is good to the end of its last day, wherever on Earth it is read. */
const isOver = (lastDay: Date, today: Date): boolean => lastDay.getTime() + 36 * 3_600_000 <= today.getTime();

function judgeExpiry(mrz: Mrz, today: Date): DocumentCheck {
  const lastDay = expiryOf(mrz.lines[1]);
  if (lastDay === null) return check('not_expired', 'not_readable', undefined, hints.expiryUnreadable);
  return check('not_expired', isOver(lastDay, today) ? 'fail' : 'pass');
}

/** A licence has no zone and no check digit: only what was read without a doubt is held against it. */
export function judgePrintedExpiry(lastDay: Date | null, today: Date): DocumentCheck {
  if (lastDay === null) return check('expiry_printed', 'not_readable', undefined, hints.printedExpiryUnreadable);
  return check('expiry_printed', isOver(lastDay, today) ? 'fail' : 'pass');
}

/** `misread`: the picture, where the number's own check digit does not hold. */
function judgeZoneNumber(field: string, wanted: string, misread: DocumentCheck | null): DocumentCheck {
  const number = field.replaceAll('<', '');
  if (number === plainNumber(wanted)) return check('number_in_mrz', 'pass', 1);
  if (foldedNumber(number) === foldedNumber(wanted)) return check('number_in_mrz', 'pass', 0.9);
  return misread === null || misread.status === 'pass' ? check('number_in_mrz', 'fail', 0) : check('number_in_mrz', 'not_readable', 0, misread.hint);
}

/**
 * The number as it is printed. `lines`: how many lines of text were read at all; with hardly any, or where the picture itself did not pass, the picture is at fault and not the number. `zone`: what became of
 * `number_in_mrz`, where there is one. A passport's number is printed in many ways, so a zone that has it sends a page without it to a person, and one that has another needs no print to say so.
 */
export function judgePrinted({ level, confidence }: NumberMatch, lines: number, zone: DocumentCheckStatus | undefined, picture: DocumentCheck): DocumentCheck {
  const notFound = (score: number): DocumentCheck =>
    (zone !== 'fail' && picture.status !== 'pass' ? check('number_printed', 'not_readable', score, picture.hint) : check('number_printed', 'fail', score));
  switch (level) {
    case 'exact':
      return check('number_printed', 'pass', 1);
    case 'folded':
      return check('number_printed', 'pass', 0.9);
    case 'near':
      return confidence < thresholds.printedConfidence ? check('number_printed', 'review', 0.5) : notFound(0.5);
    case 'none':
      if (zone === 'pass') return check('number_printed', 'review', 0);
      return lines < fewLines ? check('number_printed', 'not_readable', 0, picture.hint ?? hints.nothingPrinted) : notFound(0);
  }
}

/** A licence's face has at least a name, two dates and a number. */
const fewLines = 4;

export function judgeDocumentFace(face: Face | null): DocumentCheck {
  if (face === null) return check('face_in_document', 'fail', 0);
  return face.width < thresholds.documentFacePixels ? check('face_in_document', 'review', face.confidence, hints.faceTooSmall) : check('face_in_document', 'pass', face.confidence);
}

/** Exactly one face, large enough. People in the background, less than half as large, do not count. */
export function judgeSelfieFace(face: Face | null): DocumentCheck {
  if (face === null) return check('face_in_selfie', 'fail', 0);
  if (face.similarInSize > 1) return check('face_in_selfie', 'fail', 0, hints.severalFaces);
  return face.width < thresholds.selfieFacePixels ? check('face_in_selfie', 'review', face.confidence, hints.faceTooSmall) : check('face_in_selfie', 'pass', face.confidence);
}

export function judgeDistance(distance: number): DocumentVerdict {
  if (distance <= thresholds.faceMatch) return 'pass';
  return distance <= thresholds.faceReview ? 'review' : 'fail';
}

/** Two faces that are near enough, but not as near as two pictures of one photo. */
export function judgeFaces(distance: number): DocumentCheck[] {
  return [
    check('face_match', judgeDistance(distance), likenessOf(distance)),
    check('selfie_is_another_photo', distance < thresholds.samePhoto ? 'review' : 'pass'),
  ];
}

/** 1 for equal vectors, 0 for a distance of 1 and more. */
export const likenessOf = (distance: number): number => Math.max(0, Math.round((1 - distance) * 1000) / 1000);
