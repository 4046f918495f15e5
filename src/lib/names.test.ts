import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames, normaliseName, sameName } from './names.ts';

const names = (text: string): { names: string } => ({ names: text });
const tunde = { firstName: 'Tunde', lastName: 'Adeyemi', otherName: 'Chukwuma' };

describe('claimed names against a record', () => {
  it.each([
    ['TUNDE CHUKWUMA ADEYEMI'], ['Adeyemi, Chukwuma Tunde'], ['ADEYEMI TUNDE  CHUKWUMA OLA'], ['Mr. Tunde C. Chukwuma-Adeyemi'], ['Túndé Chukwúma Adéyẹmí'],
  ])('matches %j', (record) => {
    expect(compareNames(tunde, names(record))).toEqual({ outcome: 'match', fields: { firstName: true, lastName: true, otherName: true }, score: 100 });
  });

  it('is partial when two or more names were found but not all', () => {
    expect(compareNames(tunde, names('Tunde Adeyemi'))).toEqual({ outcome: 'partial', fields: { firstName: true, lastName: true, otherName: false }, score: 66 });
    expect(compareNames({ firstName: 'Tunde Kola', lastName: 'Obi' }, names('Obi Tunde'))).toMatchObject({ outcome: 'partial', fields: { firstName: false } });
  });

  it('is a mismatch when fewer than two were found', () => {
    expect(compareNames(tunde, names('Tunde Bello'))).toMatchObject({ outcome: 'mismatch', score: 33 });
    expect(compareNames({ firstName: 'Tunde', lastName: 'Adeyemi' }, names('Tunde Bello')).outcome).toBe('mismatch');
    expect(compareNames(tunde, names(''))).toMatchObject({ outcome: 'mismatch', score: 0 });
  });

  it('takes a record with separate fields', () => {
    expect(compareNames({ firstName: 'Adeyemi', lastName: 'Tunde' }, tunde).outcome).toBe('match');
    expect(compareNames({ firstName: 'Tunde', lastName: 'Adeyemi', otherName: '' }, { firstName: 'Tunde', lastName: 'Adeyemi' }).fields.otherName).toBeNull();
  });

  it('lets each name of the record vouch for one claimed name only', () => {
    expect(compareNames({ firstName: 'John', lastName: 'John' }, names('John Adeyemi')).outcome).toBe('mismatch');
    expect(compareNames({ firstName: 'Musa', lastName: 'Musa' }, names('Musa Musa')).outcome).toBe('match');
  });

  it.each([
    ['Mary-Ann', 'Maryann Obi'], ['Mary-Ann', 'Mary Ann Obi'], ['Mary-Ann', 'Ann Mary Obi'], ['Maryann', 'Mary-Ann Obi'], ['Mary Ann', 'Mary‐Ann Obi'],
    ['N’Golo', "N'golo Obi"], ['Ngolo', 'N’Golo Obi'],
  ])('joins and splits hyphens and apostrophes: %j in %j', (firstName, record) => {
    expect(compareNames({ firstName, lastName: 'Obi' }, names(record)).outcome).toBe('match');
  });

  it.each([
    ['Chief (Mrs.) Ngozi', 'Okoro', 'OKORO NGOZI'], ['Ngozi', 'Okoro', 'Alhaja Engr. Ngozi Okoro'], ['Lady', 'Okoro', 'LADY OKORO'], ['Rev. Sir', 'Okoro', 'Rev Sir Okoro'],
  ])('ignores titles, but not the only name there is: %j %j in %j', (firstName, lastName, record) => {
    expect(compareNames({ firstName, lastName }, names(record)).outcome).toBe('match');
  });

  it('does not let a title stand for a missing name', () => {
    expect(compareNames({ firstName: 'Chief', lastName: 'Okoro' }, names('Ngozi Okoro')).outcome).toBe('mismatch');
  });

  it.each([['Ọláṣẹgun', 'OLASEGUN'], ['Ɗanjuma', 'Danjuma'], ['Ƙwari', 'kwari'], ['Ṅkechi', 'NKECHI'], ['Zoë', 'Zoe']])('reads %j as %j', (claimed, record) => {
    expect(compareNames({ firstName: claimed, lastName: 'Bello' }, names(`${record} BELLO`)).outcome).toBe('match');
  });

  it('needs a first and a last name to call it a match', () => {
    expect(compareNames({ firstName: '', lastName: 'Obi Ada' }, names('Obi Ada')).outcome).toBe('partial');
    expect(compareNames({ firstName: '...', lastName: '---' }, names('... ---')).outcome).toBe('mismatch');
  });

  it('survives any text, and compares other scripts with themselves', () => {
    expect(compareNames({ firstName: 'محمد', lastName: 'بلو' }, names('بلو محمد')).outcome).toBe('match');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string(), (firstName, lastName, record) => {
      const { score } = compareNames({ firstName, lastName }, names(record));
      expect(score >= 0 && score <= 100).toBe(true);
    }));
  });

  it('finds every claim in any order and case, whatever else the record holds', () => {
    const plain = fc.stringMatching(/^[a-z]{3,10}$/);
    fc.assert(fc.property(plain, plain, fc.array(plain), fc.nat(), (first, last, rest, turn) => {
      const all = [first, last, ...rest].map((name) => name.toUpperCase());
      const at = turn % all.length;
      const record = [...all.slice(at), ...all.slice(0, at)].join(' ');
      expect(compareNames({ firstName: `x${first}`.slice(1), lastName: last }, names(record)).outcome).toBe('match');
    }));
  });
});

describe('two full names', () => {
  it.each([
    ['TUNDE ADEYEMI', 'Adeyemi, Tunde Chukwuma'], ['Mr Tunde Adeyemi', 'tunde adeyemi'], ['Acme-Foods Ltd', 'ACME FOODS LTD'], ['Acme', 'ACME'], ['Mary-Ann', 'Maryann'],
    ['Ọlá Ṣọlá', 'sola ola'],
  ])('%j is %j, both ways', (a, b) => {
    expect(sameName(a, b)).toBe(true);
    expect(sameName(b, a)).toBe(true);
  });

  it.each([
    ['Tunde', 'Tunde Adeyemi'], ['Tunde Bello', 'Tunde Adeyemi'], ['Chief Adeyemi', 'Tunde Adeyemi'], ['John John', 'John Adeyemi'], ['', ''], ['!!!', '!!!'], ['Bayo', 'Ade-Bayo'],
  ])('%j is not %j, both ways', (a, b) => {
    expect(sameName(a, b)).toBe(false);
    expect(sameName(b, a)).toBe(false);
  });

  it('is symmetric, and true of a name and itself', () => {
    const name = fc.array(fc.constantFrom('ade', 'Bola', 'mary-ann', 'maryann', 'mary', 'ann', 'Chief', 'Ọlá'), { maxLength: 4 }).map((list) => list.join(' '));
    fc.assert(fc.property(name, name, (a, b) => {
      expect(sameName(a, b)).toBe(sameName(b, a));
      expect(sameName(a, a)).toBe(a !== '');
    }));
  });
});

describe('exact comparison', () => {
  it('ignores case, accents and white space only', () => {
    expect(normaliseName('  Ọláṣẹgun\t ADÉ-Ojo ')).toBe('olasegun ade-ojo');
    expect(normaliseName('Ade Ojo')).not.toBe(normaliseName('Ojo Ade'));
  });

  it('does nothing more when applied again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normaliseName(normaliseName(text))).toBe(normaliseName(text));
    }));
  });
});
