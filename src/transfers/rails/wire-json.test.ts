import { describe, expect, it } from 'vitest';
import { parseWireJson, parseWireRecord, readAccountNumber, readResponseCode, readSessionId } from './wire-json.ts';

const ID = '000034220608141930350786190072';
const read = (text: string): Record<string, unknown> => parseWireRecord(text) ?? {};

describe('JSON from banks', () => {
  it('keeps all thirty digits of an id that was sent as a number', () => {
    expect(readSessionId(read('{"id": 999999220608140831234567890123}'), 'id')).toBe('999999220608140831234567890123');
  });

  it('refuses an id in floating-point form, of another length, or of another type', () => {
    for (const value of ['9.999992206081408e+29', '"9.999992206081408e+29"', `"${ID}0"`, '12', 'null', 'true', '[]', `{"a":"${ID}"}`]) {
      expect(readSessionId(read(`{"id": ${value}}`), 'id'), value).toBeUndefined();
    }
    expect(readSessionId({}, 'id')).toBeUndefined();
  });

  it('takes an id out of the quotes and spaces around it', () => {
    expect(readSessionId(read(`{"id": " \\"${ID}\\" "}`), 'id')).toBe(ID);
  });

  it('puts back the zeros an account number has lost', () => {
    expect(readAccountNumber(read('{"n": 112345678}'), 'n')).toBe('0112345678');
    expect(readAccountNumber(read('{"n": "\'0112345678\'"}'), 'n')).toBe('0112345678');
    expect(readAccountNumber(read('{"n": "01123456789"}'), 'n')).toBeUndefined();
    expect(readAccountNumber(read('{"n": 1.5}'), 'n')).toBeUndefined();
  });

  it('reads response codes from text and number, and nothing else', () => {
    expect(['"00"', '0', '7', '"a1"', '"000"', 'null', '""', '-1', '{}'].map((value) => readResponseCode(read(`{"c": ${value}}`), 'c'))).toEqual([
      '00', '00', '07', 'A1', undefined, undefined, undefined, undefined, undefined,
    ]);
  });

  it('takes no junk for an object', () => {
    for (const text of ['', ' ', '<xml/>', '{"a":', '[]', '"text"', '1', 'null']) expect(parseWireRecord(text), text).toBeNull();
    expect(parseWireJson('{')).toBeUndefined();
  });
});
