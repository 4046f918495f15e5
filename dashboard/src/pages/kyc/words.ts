/** Kinds and outcomes of identity checks, in words. */
import type { Data } from '@/api/client.ts';

export type Check = Data<'listKycChecks'>[number];

export const checkKinds: Readonly<Record<Check['kind'], string>> = {
  bvn: 'BVN', nin: 'NIN', bvn_nin: 'BVN against NIN', face: 'Face', document: 'Document', document_face: 'Document and face', tin: 'Tax number',
};

/** Also of a kind that came after this page was built. */
export const checkKindName = (kind: string): string => (kind in checkKinds ? checkKinds[kind as Check['kind']] : kind);

export const outcomes: Readonly<Record<Check['outcome'], string>> = {
  passed: 'Passed', review: 'In review', record_not_found: 'No such record', name_mismatch: 'Other name', name_partial_match: 'Name fits in part', dob_mismatch: 'Other date of birth',
  bvn_nin_mismatch: 'BVN and NIN differ', blocked: 'Watch-listed', face_mismatch: 'Other face', no_face_detected: 'No face found', document_mismatch: 'Document does not fit',
  document_unreadable: 'Not readable', provider_unavailable: 'Provider away',
};

export const parts: Readonly<Record<string, string>> = {
  image_readable: 'The picture can be read', mrz_present: 'The two lines at the bottom are there', mrz_document_number: 'Check digit of the number', mrz_birth_date: 'Check digit of the birth date', mrz_expiry_date: 'Check digit of the expiry date',
  mrz_personal_number: 'Check digit of the personal number', mrz_composite: 'Check digit of the whole', mrz_unrepaired: 'The lines needed no repair', mrz_state_known: 'The issuing state is known', not_expired: 'The document is not expired',
  number_in_mrz: 'The number stands in the lines', number_printed: 'The number is printed', face_in_document: 'A face on the document', selfie_readable: 'The selfie can be read', face_in_selfie: 'A face in the selfie',
  face_match: 'The faces are alike', selfie_is_another_photo: 'The selfie is another photo',
};

/** What a person can do about an outcome. */
export const advice: Readonly<Partial<Record<Check['outcome'], string>>> = {
  record_not_found: 'Ask for the number again: the registry has no record behind it.', name_mismatch: 'Compare the spelling with the customer\'s registration; names must be sent as they were registered.',
  name_partial_match: 'One of the names is not on the record. Leave out what was not registered, or ask for the whole name.', dob_mismatch: 'Ask for the date of birth again; it must be exact.',
  bvn_nin_mismatch: 'The BVN is not linked to this NIN. The customer links them at their bank.', blocked: 'The registry lists this number for fraud or death. Go no further without your compliance officer.',
  face_mismatch: 'Ask for a new picture: bright, from the front, without glasses.', no_face_detected: 'Ask for a picture that shows the whole face.', document_mismatch: 'The number on the document is another one than was sent.',
  document_unreadable: 'Ask for a sharper picture: flat, whole, without glare.', provider_unavailable: 'The provider had trouble. Try the check again; nothing was decided.', review: 'A person must look at the pictures.',
};
