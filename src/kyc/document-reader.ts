/**
 * The port of document checks: what the pictures of a request say, read on this machine. A reading shows that pictures and
 * claim are consistent with each other; it does not show that a document is genuine or that a person sat before the camera.
 * Nothing that was read comes back, only how each check went, so that there is nothing here to leak.
 */

export type DocumentVerdict = 'pass' | 'review' | 'fail';

/** `review`: too close to call, so never a success. `not_readable`: the picture does not let this be checked; the hint says what would. */
export type DocumentCheckStatus = DocumentVerdict | 'not_readable';

/** In the order in which they are made. `expiry_printed`, of licences, alone may stay `not_readable` without harm: not every layout has the day, and many pictures lose it. */
export const documentCheckIds = [
  'image_readable', 'mrz_present', 'mrz_document_number', 'mrz_birth_date', 'mrz_expiry_date', 'mrz_personal_number', 'mrz_composite', 'mrz_unrepaired', 'mrz_state_known',
  'not_expired', 'number_in_mrz', 'number_printed', 'expiry_printed', 'face_in_document', 'selfie_readable', 'face_in_selfie', 'face_match', 'selfie_is_another_photo',
] as const;
export type DocumentCheckId = (typeof documentCheckIds)[number];

export type DocumentCheck = {
  id: DocumentCheckId;
  status: DocumentCheckStatus;
  /** 0 to 1, 1 best; absent where a check has no degrees. */
  score?: number;
  /** What the caller can do better; absent on a pass. */
  hint?: string;
};

/** Which engine judged, and by which thresholds: kept with the check, so that an old verdict can be explained later. */
export type DocumentEngine = Readonly<Record<string, string | number>>;

/**
 * What duplicate alarms compare later. Biometric data: apart from the checks, never logged, never answered to a caller.
 * The vector has 128 numbers, compared by Euclidean distance; the hash names its kind and version, `p2:` for a page and `s2:` for a selfie, and is compared by differing bits with its own kind alone.
 */
export type Likeness = { face: Float32Array | null; pictureHash: string };

/** Why a picture was not looked at. */
export const pictureRefusals = [
  'unknown_format', 'damaged', 'too_many_bytes', 'too_many_pixels', 'too_small', 'animated', 'deep_colour',
] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

/** Nothing was decided, and the same question may be answered later. */
export type Undecided =
  | { outcome: 'busy'; retryAfterSeconds: number }
  /** The detail is for logs and operators. */
  | { outcome: 'unavailable'; detail: string };

export type DocumentReading =
  | {
      outcome: 'read';
      verdict: DocumentVerdict;
      checks: readonly DocumentCheck[];
      /** 0 to 1: the likeness of the faces; null without a selfie, or where a face is missing. */
      score: number | null;
      engine: DocumentEngine;
      /** Null where the selfie failed before the document was looked at. */
      likeness: { document: Likeness; selfie: Likeness | null } | null;
    }
  | { outcome: 'refused'; picture: 'document' | 'selfie'; reason: PictureRefusal; hint: string }
  | Undecided;

export type FaceReading =
  | {
      outcome: 'compared';
      verdict: DocumentVerdict;
      /** Euclidean distance of the two face vectors: 0 equal, about 1 for unrelated faces. */
      distance: number;
      /** The same as a likeness, 0 to 1. */
      score: number;
      engine: DocumentEngine;
    }
  /** `second` is the live picture: exactly one face must be on it. */
  | { outcome: 'no_face' | 'several_faces'; picture: 'first' | 'second'; hint: string }
  | { outcome: 'refused'; picture: 'first' | 'second'; reason: PictureRefusal; hint: string }
  | Undecided;

export type DocumentQuestion = { docType: 'DR' | 'IP'; documentNumber: string; image: Uint8Array; selfie?: Uint8Array };

/** Methods resolve for every trouble of pictures and engine; they reject only when the signal aborts. */
export type DocumentReader = {
  read(question: DocumentQuestion, signal: AbortSignal): Promise<DocumentReading>;
  /** A registry's photo and a live picture of who claims to be that person. */
  compareFaces(photo: Uint8Array, picture: Uint8Array, signal: AbortSignal): Promise<FaceReading>;
  close(): Promise<void>;
};
