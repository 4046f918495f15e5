import { checkDigit, compositeDigit, mrzLength } from '#src/documents/mrz/check-digits.ts';

/** Dates are YYMMDD. */
export type MrzHolder = {
  state: string;
  lastName: string;
  firstName: string;
  number: string;
  birthDate: string;
  sex: 'M' | 'F' | '<';
  expiryDate: string;
  personalNumber?: string;
};

/** The two lines of a passport, with right check digits. */
export function composeMrz(holder: MrzHolder): [string, string] {
  const name = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]+/g, '<');
  const padded = (text: string, length: number): string => text.padEnd(length, '<').slice(0, length);
  const number = padded(holder.number, 9);
  const personal = padded(holder.personalNumber ?? '', 14);
  const personalDigit = holder.personalNumber === undefined ? '<' : String(checkDigit(personal));
  const dates = `${holder.birthDate}${checkDigit(holder.birthDate)}${holder.sex}${holder.expiryDate}${checkDigit(holder.expiryDate)}`;
  const line = `${number}${checkDigit(number)}${holder.state}${dates}${personal}${personalDigit}`;
  return [padded(`P<${holder.state}${name(holder.lastName)}<<${name(holder.firstName)}`, mrzLength), `${line}${compositeDigit(line)}`];
}
