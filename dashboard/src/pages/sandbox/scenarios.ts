/** What can be brought about on purpose, as the program knows it; a test holds these lists against its own. */

export type Scenario = { name: string; /** What picks it, copied into the field of that number; null: by its name only. */ transfer?: string | null; identity?: string | null; document?: string | null; meaning: string };

const account = (digit: number): string => `000000001${digit}`;
const number = (digit: number): string => `0000000001${digit}`;
const passport = (digit: number): string => `A0000000${digit}`;

export const transferScenarios: readonly Scenario[] = [
  { name: 'success', transfer: account(0), meaning: 'Found; succeeds at once.' },
  { name: 'account_not_found', transfer: account(1), meaning: 'The name enquiry finds nobody (404); a transfer sent anyway fails with 07.' },
  { name: 'bank_unavailable', transfer: account(2), meaning: 'The name enquiry answers 503; a transfer sent anyway fails with 91.' },
  { name: 'slow', transfer: account(3), meaning: 'Name enquiry and transfer take three seconds each.' },
  { name: 'transfer_rejected', transfer: account(4), meaning: 'Found; the transfer fails with 05 and the hold is released.' },
  { name: 'pending_then_success', transfer: account(5), meaning: 'In progress, still in progress at the first question, then SUCCESS.' },
  { name: 'pending_then_failure', transfer: account(6), meaning: 'The same, then FAILED with 05.' },
  { name: 'reply_lost', transfer: account(7), meaning: 'Paid, but the answer never comes; a status query finds it: SUCCESS.' },
  { name: 'reversed_later', transfer: account(8), meaning: 'SUCCESS; about five seconds later the other bank gives the money back: REVERSED.' },
  { name: 'stays_pending', transfer: account(9), meaning: 'PENDING until you decide it under Transfer outcomes.' },
  { name: 'name_changed', transfer: null, meaning: 'Another owner is found. Named at initiation only, it is what a scheduled transfer finds at its start: FAILED.' },
  { name: 'account_dormant', transfer: null, meaning: 'The name enquiry answers 403 account_restricted; a transfer sent anyway fails with 06.' },
];

export const identityScenarios: readonly Scenario[] = [
  { name: 'success', identity: number(0), document: passport(0), meaning: 'Whatever you claim is confirmed.' },
  { name: 'not_found', identity: number(1), meaning: 'No such number.' },
  { name: 'name_mismatch', identity: number(2), meaning: 'Other names on the record.' },
  { name: 'dob_mismatch', identity: number(3), meaning: 'Another date of birth.' },
  { name: 'watch_listed', identity: number(4), meaning: 'The names match, the number is on the watch list: blocked.' },
  { name: 'provider_down', identity: number(5), document: passport(5), meaning: '503 provider_unavailable; nothing is decided.' },
  { name: 'slow', identity: number(6), document: passport(6), meaning: 'Three seconds, then success.' },
  { name: 'name_partial_match', identity: number(7), meaning: 'First and last name match, the other name does not: send an otherName.' },
  { name: 'bvn_nin_mismatch', identity: number(8), meaning: 'The BVN is linked to another NIN.' },
  { name: 'face_mismatch', identity: number(9), document: passport(9), meaning: 'Another person\'s face.' },
  { name: 'no_face', document: passport(8), meaning: 'No face in the picture.' },
  { name: 'document_mismatch', document: passport(2), meaning: 'Another number on the document.' },
  { name: 'document_unreadable', document: passport(1), meaning: 'The document cannot be read.' },
];
