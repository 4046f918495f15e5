/** Test support: a server that answers as Dojah does, for one specimen person and the reserved numbers of the sandbox. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert, isRecord } from '#src/lib/assert.ts';
import { specimen } from './identity-contract.ts';

export type StandInCall = { method: string; path: string; query: Readonly<Record<string, string>>; headers: IncomingMessage['headers']; body: unknown };

export type DojahStandIn = {
  baseUrl: string;
  calls: StandInCall[];
  /** Answers the next call with this status and these bytes instead. */
  answerNext(status: number, body: string, headers?: Record<string, string>): void;
  close(): Promise<void>;
};

type Reply = { status: number; body: string; headers?: Record<string, string> } | 'silence';

export async function startDojahStandIn(): Promise<DojahStandIn> {
  const calls: StandInCall[] = [];
  const planned: Reply[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      send(response, planned.shift() ?? replyTo(call));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the stand-in listens on TCP');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    calls,
    answerNext: (status, body, headers = {}) => void planned.push({ status, body, headers }),
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

async function readCall(request: IncomingMessage): Promise<StandInCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? '/', 'http://stand-in');
  const text = Buffer.concat(chunks).toString('utf8');
  return { method: request.method ?? '', path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers, body: text === '' ? null : JSON.parse(text) };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(reply.body);
}

const ok = (entity: unknown): Reply => ({ status: 200, body: JSON.stringify({ entity }) });
const error = (status: number, message: string): Reply => ({ status, body: JSON.stringify({ error: message }) });

function replyTo({ path, query, body }: StandInCall): Reply {
  const field = (name: string): string => {
    const value = isRecord(body) ? body[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
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

/** The last digit of a number with nine leading zeros, or null. */
function reserved(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return digits.startsWith('000000000') ? digits.slice(-1) : null;
}

function person(number: string, entity: (changes: Record<string, unknown>) => unknown): Reply {
  switch (reserved(number)) {
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

function face(number: string): Reply {
  if (reserved(number) === '5') return error(424, 'Service not available');
  if (reserved(number) === '1') return error(404, 'Record not found');
  const matched = reserved(number) !== '9';
  return ok({ first_name: specimen.firstName, last_name: specimen.lastName, image: 'cGhvdG8=', selfie_verification: { confidence_value: matched ? 99.5 : 12, match: matched } });
}

/** A stand-in reads no pictures: the "picture" is the number it shows, or what is wrong with it. */
function document(picture: string): Reply {
  if (picture === 'down') return error(500, 'Internal error');
  if (picture === 'blurred') return ok({ status: { overall_status: 0, reason: 'UNREADABLE' }, text_data: [] });
  const number = picture.split(' ')[0];
  return ok({
    document_type: { document_name: 'Passport' },
    status: { overall_status: 1 },
    text_data: [{ field_name: 'Document Number', field_key: 'document_number', status: 1, value: number }],
  });
}

function photoId(picture: string): Reply {
  if (picture.endsWith('faceless')) return error(400, 'No face detected in image');
  const match = !picture.endsWith('stranger');
  return ok({ selfie: { match, confidence_value: match ? 97 : 30, photoId_glare: false, selfie_image_blurry: false } });
}
