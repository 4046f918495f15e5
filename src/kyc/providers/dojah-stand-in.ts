/** Test support: a server that answers as Dojah does, for one specimen person and the reserved numbers of the sandbox. */
import { specimen } from './identity-contract.ts';
import { fieldOf, reservedDigit, startStandIn, type StandIn, type StandInCall, type StandInReply } from './stand-in-server.ts';

export function startDojahStandIn(): Promise<StandIn> {
  return startStandIn(replyTo);
}

const ok = (entity: unknown): StandInReply => ({ status: 200, body: JSON.stringify({ entity }) });
const error = (status: number, message: string): StandInReply => ({ status, body: JSON.stringify({ error: message }) });

function replyTo(call: StandInCall): StandInReply {
  const { path, query } = call;
  const field = (name: string): string => fieldOf(call, name);
  switch (path) {
    case '/api/v1/kyc/bvn/advance':
      return person(query['bvn'] ?? '', (changes) => ({
        bvn: query['bvn'], first_name: specimen.firstName.toUpperCase(), last_name: specimen.lastName.toUpperCase(), middle_name: specimen.otherName.toUpperCase(),
        date_of_birth: '15-Jan-1990', gender: 'Male', nin: specimen.nin, watch_listed: 'NO', image: 'cGhvdG8=', ...changes,
      }));
    case '/api/v1/kyc/nin':
      return person(query['nin'] ?? '', (changes) => ({
        first_name: specimen.firstName, last_name: specimen.lastName, middle_name: specimen.otherName, date_of_birth: specimen.dateOfBirth, gender: 'm', photo: 'cGhvdG8=', ...changes,
      }));
    case '/api/v1/kyc/bvn/verify':
      return face(field('bvn'));
    case '/api/v1/kyc/nin/verify':
      return face(field('nin'));
    case '/api/v1/document/analysis':
      return document(Buffer.from(field('imagefrontside'), 'base64').toString('utf8'));
    case '/api/v1/kyc/photoid/verify':
      return photoId(Buffer.from(field('photoid_image'), 'base64').toString('utf8'));
    case '/api/v1/kyc/tin':
      return person(query['tin'] ?? '', () => ({ taxpayer_name: 'SPECIMEN TRADING LIMITED', cac_reg_number: 'RC100000', firstin: query['tin'], jittin: 'N/A', tax_office: 'MSTO IKEJA' }));
    case '/api/v1/kyc/cac':
      return person(query['rc_number'] ?? '', () => ({ rc_number: query['rc_number'], company_name: 'SPECIMEN TRADING LIMITED', date_of_registration: '2001-05-04' }));
    default:
      return error(404, 'Unknown path');
  }
}

function person(number: string, entity: (changes: Record<string, unknown>) => unknown): StandInReply {
  switch (reservedDigit(number)) {
    case '1':
      return error(404, 'Record not found');
    case '2':
      return ok(entity({ first_name: 'Zenaida', last_name: 'Quillfeather', middle_name: '' }));
    case '3':
      return ok(entity({ date_of_birth: '1971-12-31' }));
    case '4':
      return ok(entity({ watch_listed: 'YES' }));
    case '5':
      return error(424, 'Service not available');
    case '6':
      return 'silence';
    case '8':
      return ok(entity({ nin: '70000000999' }));
    default:
      return ok(entity({}));
  }
}

function face(number: string): StandInReply {
  if (reservedDigit(number) === '5') return error(424, 'Service not available');
  if (reservedDigit(number) === '1') return error(404, 'Record not found');
  const matched = reservedDigit(number) !== '9';
  return ok({ first_name: specimen.firstName, last_name: specimen.lastName, image: 'cGhvdG8=', selfie_verification: { confidence_value: matched ? 99.5 : 12, match: matched } });
}

/** A stand-in reads no pictures: the "picture" is the number it shows, or what is wrong with it. */
function document(picture: string): StandInReply {
  if (picture === 'down') return error(500, 'Internal error');
  if (picture === 'blurred') return ok({ status: { overall_status: 0, reason: 'UNREADABLE' }, text_data: [] });
  const number = picture.split(' ')[0];
  return ok({
    document_type: { document_name: 'Passport' },
    status: { overall_status: 1 },
    text_data: [{ field_name: 'Document Number', field_key: 'document_number', status: 1, value: number }],
  });
}

function photoId(picture: string): StandInReply {
  if (picture.endsWith('faceless')) return error(400, 'No face detected in image');
  const match = !picture.endsWith('stranger');
  return ok({ selfie: { match, confidence_value: match ? 97 : 30, photoId_glare: false, selfie_image_blurry: false } });
}
