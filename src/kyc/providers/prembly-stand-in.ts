/** Test support: a server that answers as Prembly's IdentityPass does, for one specimen person and the reserved numbers of the sandbox. */
import { specimen } from './identity-contract.ts';
import { premblyPaths } from './prembly-http.ts';
import { fieldOf, reservedDigit, startStandIn, type StandIn, type StandInCall, type StandInReply } from './stand-in-server.ts';

export function startPremblyStandIn(): Promise<StandIn> {
  return startStandIn(replyTo);
}

const verification = { status: 'VERIFIED', reference: 'prembly-reference-1' };
const ok = (data: unknown): StandInReply => ({ status: 200, body: JSON.stringify({ status: true, detail: 'Verification Successful', response_code: '00', data, verification }) });
const failure = (status: number, detail: string, code: string): StandInReply => ({ status, body: JSON.stringify({ status: false, detail, response_code: code, verification: { status: 'NOT-VERIFIED', reference: verification.reference } }) });

function replyTo(call: StandInCall): StandInReply {
  const number = fieldOf(call, 'number');
  switch (call.path) {
    case premblyPaths.bvn:
      return record(number, bvnRecord(number));
    case premblyPaths.nin:
      return record(number, { firstname: specimen.firstName, surname: specimen.lastName, middlename: specimen.otherName, birthdate: '15-01-1990', gender: 'm', photo: 'cGhvdG8=' });
    case premblyPaths.bvnFace:
      return face(number, bvnRecord(number));
    case premblyPaths.ninFace:
      return face(number, { firstname: specimen.firstName, surname: specimen.lastName });
    case premblyPaths.tin: {
      const byPhone = fieldOf(call, 'channel') === 'PHONE';
      if (byPhone && !/^0\d{10}$/.test(number)) return failure(400, 'Enter a valid phone number', '03');
      return record(number, { taxpayer_name: 'SPECIMEN TRADING LIMITED', cac_reg_number: 'RC100000', firstin: fieldOf(call, 'channel') === 'TIN' ? number : '10000000-0001', jittin: '', tax_office: 'MSTO IKEJA', phone_number: 8031234567 });
    }
    default:
      return { status: 404, body: '<h1>Not Found</h1>', headers: { 'Content-Type': 'text/html' } };
  }
}

function bvnRecord(number: string): Record<string, unknown> {
  return {
    bvn: number, firstName: specimen.firstName.toUpperCase(), middleName: specimen.otherName.toUpperCase(), lastName: specimen.lastName.toUpperCase(), dateOfBirth: '15-Jan-1990',
    gender: 'Male', nin: specimen.nin, watchListed: 'NO', base64Image: 'cGhvdG8=',
  };
}

function record(number: string, data: Record<string, unknown>): StandInReply {
  switch (reservedDigit(number)) {
    case '1':
      return failure(200, 'Record not found', '01');
    case '2':
      return ok({ ...data, firstName: 'Zenaida', middleName: '', lastName: 'Quillfeather' });
    case '3':
      return ok({ ...data, dateOfBirth: '31-Dec-1971' });
    case '4':
      return ok({ ...data, watchListed: 'YES' });
    case '5':
      return failure(200, 'Service Unavailable, please try again', '02');
    case '6':
      return 'silence';
    case '8':
      return ok({ ...data, nin: '70000000999' });
    default:
      return ok(data);
  }
}

function face(number: string, data: Record<string, unknown>): StandInReply {
  if (reservedDigit(number) === '7') return failure(400, 'No face detected in the image', '03');
  if (reservedDigit(number) === '9') return ok({ ...data, face_data: { status: false, message: 'Face does not match', confidence: 12.4, response_code: '01' } });
  return record(number, { ...data, face_data: { status: true, message: 'Face Match', confidence: 99.2, response_code: '00' } });
}
