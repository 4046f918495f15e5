import type { DocumentCheckId, PictureRefusal } from '#src/kyc/document-reader.ts';

/** What to do better, for the person with the camera. Says nothing about what was read. */
export const hints = {
  image_readable: 'Send a sharp picture of the document.',
  blurred: 'The picture is blurred: hold the camera still, tap to focus, and take it again.',
  dark: 'The picture is too dark: take it again in daylight or under a lamp.',
  glare: 'Light reflects on the document, or the picture is overexposed: tilt the document away from the lamp and switch the flash off.',
  mrz_present: 'The two lines at the bottom of the passport page cannot be read: show the whole page, flat, sharp and level, at least 1,000 pixels wide.',
  mrz_document_number: 'The check digit of the passport number does not hold: take a sharper picture of the two lines at the bottom.',
  mrz_birth_date: 'The check digit of the date of birth does not hold: take a sharper picture of the two lines at the bottom.',
  mrz_expiry_date: 'The check digit of the expiry date does not hold: take a sharper picture of the two lines at the bottom.',
  mrz_personal_number: 'The check digit of the personal number does not hold: take a sharper picture of the two lines at the bottom.',
  mrz_composite: 'The check digit over the whole line does not hold: take a sharper picture of the two lines at the bottom.',
  mrz_unrepaired: 'A character of the two lines at the bottom could be read in two ways: take a sharper picture of them.',
  mrz_state_known: 'The country code is on no list: take a sharper picture of the two lines at the bottom.',
  not_expired: 'The document has expired: send one that is valid.',
  expiryUnreadable: 'The expiry date cannot be read: take a sharper picture of the two lines at the bottom.',
  expiry_printed: 'The licence has expired: send one that is valid.',
  printedExpiryUnreadable: 'The expiry date on the licence was not read; nothing was held against it. A sharper picture of the whole card may show it.',
  number_in_mrz: 'The lines at the bottom carry another number: check documentNumber against the document.',
  number_printed: 'The number was not found in print on the document: check documentNumber, and show the whole document.',
  nothingPrinted: 'Hardly any text can be read: show the whole document, sharp and filling the picture.',
  face_in_document: 'No face was found on the document: show the whole document, with its photo uncovered.',
  faceTooSmall: 'The face is too small: go nearer, so that it has at least 80 pixels.',
  selfie_readable: 'Send the selfie as a JPEG, PNG or WebP picture of at least 300 × 480 pixels.',
  face_in_selfie: 'No face was found in the selfie: look into the camera, in good light, with nothing before the face.',
  severalFaces: 'There is more than one face in the selfie: take it with one person alone.',
  face_match: 'The faces do not look alike enough: take a new selfie, frontal, in good light, without glasses or hat.',
  selfie_is_another_photo: 'The selfie looks like a picture of the document\'s own photo: take a new picture of the person.',
} as const satisfies Readonly<Record<DocumentCheckId, string>> & Readonly<Record<string, string>>;

/** The same for pictures that were not looked at. */
export const refusalHints: Readonly<Record<PictureRefusal, string>> = {
  unknown_format: 'Send the picture as JPEG, PNG or WebP.',
  damaged: 'The picture is damaged or cut off: read the whole file before you encode it.',
  too_many_bytes: 'Send at most 5 MB; 1,600 pixels on the long side are enough.',
  too_many_pixels: 'Send at most 25 million pixels; 1,600 on the long side are enough.',
  too_small: 'Send at least 300 pixels on the short side and 480 on the long one; 1,000 or more are better.',
  animated: 'Send a still picture.',
  deep_colour: 'Send 8 bits for each colour, not 16.',
};
