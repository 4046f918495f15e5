/** People who do not exist, each of whose particulars can be told from anything else on a disk. */
import { crc32 } from 'node:zlib';

export type MarkedPerson = { bvn: string; nin: string; failedBvn: string; phone: string; newPhone: string; kinPhone: string; documentNumber: string };

/** What each kind of number looks like: eight fixed digits, and three that count. */
const heads = { bvn: '22929291', nin: '73737371', failedBvn: '22858581', phone: '0809191', newPhone: '0809292', kinPhone: '0809393', documentNumber: 'Q77771' } as const;

export function markedPerson(number: number): MarkedPerson {
  const tail = String(number % 1000).padStart(3, '0');
  return {
    bvn: `${heads.bvn}${tail}`, nin: `${heads.nin}${tail}`, failedBvn: `${heads.failedBvn}${tail}`, phone: `${heads.phone}0${tail}`, newPhone: `${heads.newPhone}0${tail}`, kinPhone: `${heads.kinPhone}0${tail}`,
    documentNumber: `${heads.documentNumber}${tail}`,
  };
}

/** A picture of one pixel, in a form that stands nowhere else: its own text chunk. */
export const markedPicture = pictureWith('picture-canary-5d41402abc4b2a76');

function pictureWith(text: string): Buffer {
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const end = pixel.length - 12;
  const body = Buffer.concat([Buffer.from('tEXt'), Buffer.from(`Comment\0${text}`, 'latin1')]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([pixel.subarray(0, end), length, body, sum, pixel.subarray(end)]);
}

/** What must be found nowhere, by the name it is reported under. A phone counts without its leading 0, as +234 writes it. */
export const marks: Readonly<Record<string, readonly RegExp[]>> = {
  bvn: [new RegExp(`${heads.bvn}\\d{3}`, 'g')],
  failedBvn: [new RegExp(`${heads.failedBvn}\\d{3}`, 'g')],
  nin: [new RegExp(`${heads.nin}\\d{3}`, 'g')],
  phone: [heads.phone, heads.newPhone, heads.kinPhone].map((head) => new RegExp(`${head.slice(1)}0\\d{3}`, 'g')),
  documentNumber: [new RegExp(`${heads.documentNumber}\\d{3}`, 'gi')],
  picture: [/picture-canary-5d41402abc4b2a76/g, ...base64Forms('picture-canary-5d41402abc4b2a76')],
};

/** The middle of a text in base64, for each of the three ways it can lie in groups of three bytes. */
function base64Forms(text: string): RegExp[] {
  return [0, 1, 2].map((shift) => {
    const whole = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64');
    return new RegExp(whole.slice(4, -8).replaceAll('+', '\\+').replaceAll('/', '\\/'), 'g');
  });
}
