/** Holders of specimens: names, dates and numbers out of a seed. Nobody's. */
import { type Random, seededRandom } from '#tests/simulation/random.ts';
import { composeMrz } from './compose-mrz.ts';

type Day = { year: number; month: number; day: number };

export type Holder = {
  docType: 'IP' | 'DR';
  number: string;
  state: string;
  lastName: string;
  firstName: string;
  sex: 'M' | 'F';
  birth: Day;
  issue: Day;
  expiry: Day;
  personalNumber: string | null;
  place: string;
};

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 9 becomes a digit, A a letter, the rest stays. */
export function drawNumber(random: Random, pattern: string): string {
  const one = (alphabet: string): string => alphabet[random.between(0, alphabet.length - 1)] ?? '';
  return [...pattern].map((sign) => (sign === '9' ? one(digits) : sign === 'A' ? one(letters) : sign)).join('');
}

export function holderOf(seed: number, docType: 'IP' | 'DR'): Holder {
  const random = seededRandom(seed * 7919 + (docType === 'IP' ? 1 : 2));
  const day = (first: number, last: number): Day => ({ year: random.between(first, last), month: random.between(1, 12), day: random.between(1, 28) });
  const holder: Holder = {
    docType,
    number: drawNumber(random, docType === 'IP' ? random.pick(['A99999999', 'B99999999', 'AA9999999']) : random.pick(['AAA99999AA99', 'AAA99999AA99', 'AA99999AA99'])),
    state: 'NGA',
    lastName: random.pick(['ADEYEMI', 'OKAFOR', 'BELLO', 'NWOSU', 'SPECIMEN', 'IBRAHIM', 'OLUWASEUN', 'OKONKWO', 'ABUBAKAR', 'QUAINOO', 'ZWANE']),
    firstName: random.pick(['CHIDINMA GRACE', 'TUNDE', 'ANNA MARIA', 'FATIMA ZAHRA', 'EMEKA JOHN', 'NGOZI', 'MUSA', 'AISHA', 'PETER PAUL', 'YEMISI ADEOLA']),
    sex: random.pick(['M', 'F']),
    birth: day(1955, 2006), issue: day(2018, 2025), expiry: day(2030, 2038),
    personalNumber: random.chance(0.5) ? drawNumber(random, '99999999999') : null,
    place: random.pick(['LAGOS', 'ABUJA', 'KANO', 'ENUGU', 'IBADAN', 'JOS']),
  };
  return docType === 'DR' ? lastingFiveYears(holder, 2027 + (holder.expiry.year % 4)) : holder;
}

/** As licences do. */
export function lastingFiveYears(holder: Holder, until: number): Holder {
  return { ...holder, issue: { ...holder.expiry, year: until - 5 }, expiry: { ...holder.expiry, year: until } };
}

export function zoneOf({ state, lastName, firstName, number, birth, sex, expiry, personalNumber }: Holder): [string, string] {
  const zone = { state, lastName, firstName, number, birthDate: sixDigits(birth), sex, expiryDate: sixDigits(expiry) };
  return composeMrz(personalNumber === null ? zone : { ...zone, personalNumber });
}

function sixDigits({ year, month, day }: Day): string {
  return [year % 100, month, day].map((part) => String(part).padStart(2, '0')).join('');
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

export function printedDay({ year, month, day }: Day): string {
  return `${String(day).padStart(2, '0')} ${months[month - 1] ?? ''} ${year}`;
}

/** The number with one of its digits changed. */
export function withOtherDigit(number: string, random: Random): string {
  const places = [...number].flatMap((sign, index) => (/\d/.test(sign) ? [index] : []));
  const place = places[random.between(0, places.length - 1)] ?? 0;
  return number.slice(0, place) + String((Number(number[place]) + random.between(1, 9)) % 10) + number.slice(place + 1);
}
