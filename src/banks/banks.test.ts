import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectPresent } from '#src/lib/assert.ts';
import { makeNuban } from '#src/lib/nuban.ts';
import { createBankTable, DEFAULT_OPERATOR, isPayable, nubanRule } from './banks.ts';

const table = createBankTable(DEFAULT_OPERATOR);
const nameOf = (spelling: string): string | undefined => table.resolveBank(spelling)?.name;

describe('the bank table', () => {
  it('is well formed: six-digit NIP codes, CBN codes of three or five digits, and no code of two banks', () => {
    const seen = new Set<string>();
    for (const bank of table.allBanks()) {
      if (bank.nipCode !== null) expect(bank.nipCode).toMatch(/^\d{6}$/);
      if (bank.cbnCode !== null) expect(bank.cbnCode).toMatch(/^(\d{3}|\d{5})$/);
      expect(bank.name).not.toBe('');
      for (const code of new Set([bank.nipCode, bank.cbnCode, ...bank.aliases])) {
        if (code === null) continue;
        expect(seen.has(code), `${code} ${bank.name}`).toBe(false);
        seen.add(code);
      }
    }
    expect(table.allBanks().length).toBeGreaterThan(580);
  });

  it('finds every bank again by each of its codes and by its stored code', () => {
    for (const bank of table.allBanks()) {
      for (const code of [bank.code, bank.nipCode, bank.cbnCode, ...bank.aliases]) {
        if (code !== null) expect(table.resolveBank(code)).toBe(bank);
      }
    }
  });

  it('finds every bank by its own name, or a namesake when two licences share it', () => {
    for (const bank of table.allBanks()) expect(table.resolveBank(bank.name.toUpperCase())?.name.toLowerCase()).toBe(bank.name.toLowerCase());
  });
});

describe('spellings of a bank', () => {
  it.each([
    ['000014', 'Access Bank'], ['044', 'Access Bank'], ['44', 'Access Bank'], ['access bank plc', 'Access Bank'], ['ACCESS-BANK', 'Access Bank'],
    ['103', 'Globus Bank'], ['00103', 'Globus Bank'], ['035A', 'Wema Bank (ALAT)'], ['035a', 'Wema Bank (ALAT)'], ['039', 'Stanbic IBTC Bank'],
    ['999992', 'OPay Digital Services (Paycom)'], ['00711', 'OPay Digital Services (Paycom)'], ['opay', 'OPay Digital Services (Paycom)'],
    ['000304', 'The Alternative Bank'], ['90405', 'Moniepoint Microfinance Bank'], ['50515', 'Moniepoint Microfinance Bank'], ['Moniepoint MFB', 'Moniepoint Microfinance Bank'],
    ['gtbank', 'Guaranty Trust Bank (GTBank)'], ['Guaranty Trust Bank', 'Guaranty Trust Bank (GTBank)'], ['UBA', 'United Bank for Africa (UBA)'],
    [' 058 ', 'Guaranty Trust Bank (GTBank)'], ['00044', 'Access Bank'],
  ])('%j is %s', (spelling, name) => {
    expect(nameOf(spelling)).toBe(name);
  });

  it.each([[''], ['   '], ['0000140'], ['no such bank'], ['bank'], ['-'], ['__proto__'], ['constructor'], ['٠٤٤']])('%j is no bank', (spelling) => {
    expect(table.resolveBank(spelling)).toBeUndefined();
  });

  it('resolves nothing rather than one of two banks', () => {
    // 11 may be CBN 011 or NIP 000011; both exist, and they are different banks.
    expect(nameOf('011')).not.toBe(nameOf('000011'));
    expect(nameOf('11')).toBeUndefined();
    expect(nameOf('00011')).toBeUndefined();
    expect(nameOf('First Trust Mortgage Bank')).toBeUndefined();
  });

  it('never throws', () => {
    expect(table.resolveBank('x'.repeat(5000))).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      table.resolveBank(text);
      table.candidates(text);
    }));
  });
});

describe('candidates for an account number', () => {
  it('holds the bank that made the number', () => {
    const banks = table.allBanks().filter((bank) => bank.active && bank.cbnCode !== null);
    fc.assert(fc.property(fc.constantFrom(...banks), fc.stringMatching(/^\d{9}$/), (bank, serial) => {
      expect(table.candidates(makeNuban(bank.cbnCode ?? '', serial))).toContain(bank);
    }));
  });

  it('puts the operator first, then deposit money banks, and leaves out closed ones', () => {
    const found = table.candidates(makeNuban(DEFAULT_OPERATOR.cbnCode, '123456789'));
    expect(found[0]).toBe(table.operator);
    const ranks = found.slice(1).map((bank) => (bank.type === 'DMB' ? 1 : 2));
    expect(ranks.toSorted()).toEqual(ranks);
    expect(found.every((bank) => bank.active)).toBe(true);
    expect(table.candidates('123')).toEqual([]);
  });
});

describe('the operator', () => {
  it('has by default codes that no bank of the table uses', () => {
    expect(table.resolveBank(DEFAULT_OPERATOR.nipCode)).toBe(table.operator);
    expect(table.resolveBank(DEFAULT_OPERATOR.cbnCode)).toBe(table.operator);
    expect(table.allBanks().filter((bank) => bank.code === DEFAULT_OPERATOR.nipCode)).toHaveLength(1);
    expect(table.resolveBank('openteller bank')).toBe(table.operator);
  });

  it('takes its place when it is a bank of the table', () => {
    const wema = createBankTable({ name: 'Wema Bank', cbnCode: '035', nipCode: '000017' });
    expect(wema.resolveBank('035')).toBe(wema.operator);
    expect(wema.resolveBank('035A')).toBe(wema.operator);
    expect(wema.resolveBank('ALAT')?.code).toBe('000017');
    expect(wema.allBanks().filter((bank) => bank.nipCode === '000017')).toHaveLength(1);
    const tatum = createBankTable({ name: 'Tatum Bank', cbnCode: '109', nipCode: '000099' });
    expect(tatum.resolveBank('109')).toBe(tatum.operator);
  });

  it('may not wear the code of another bank', () => {
    expect(() => createBankTable({ name: 'Two', cbnCode: '044', nipCode: '000017' })).toThrow('two banks');
    expect(() => createBankTable({ name: 'Short', cbnCode: '44', nipCode: '000017' })).toThrow('CBN code');
  });
});

it('enforces check digits only where account numbers are surely NUBANs', () => {
  const rule = (code: string) => {
    const bank = table.resolveBank(code);
    return bank === undefined ? undefined : nubanRule(bank);
  };
  expect([rule('044'), rule('50515'), rule('999991')]).toEqual(['enforce', 'warn', 'off']);
});

describe('what a rail lists on top', () => {
  const listed = (...rows: [nipCode: string, name: string, current?: boolean][]) =>
    createBankTable(DEFAULT_OPERATOR, rows.map(([nipCode, name, current = true]) => ({ nipCode, name, current })));

  it('an unknown code is a payable bank of unknown kind, by its code and name', () => {
    const bigger = listed(['090999', 'Latecomer Microfinance Bank']);
    const bank = bigger.resolveBank('090999');
    expect(bank).toEqual({ code: '090999', name: 'Latecomer Microfinance Bank', type: 'OTHER', nipCode: '090999', cbnCode: null, aliases: [], otherNames: [], active: true });
    expect([bigger.resolveBank('90999'), bigger.resolveBank('latecomer mfb')]).toEqual([bank, bank]);
    expect(bank !== undefined && isPayable(bank) && nubanRule(bank) === 'off').toBe(true);
    expect(bigger.allBanks()).toHaveLength(table.allBanks().length + 1);
    expect(bigger.allBanks()[0]).toBe(bigger.operator);
    expect(bigger.candidates('0123456789').map(({ code }) => code)).toEqual(table.candidates('0123456789').map(({ code }) => code));
  });

  it('a known code gains a name and keeps everything else, an alias too', () => {
    const bigger = listed(['000014', 'ACCESS NIGERIA'], ['000304', 'Altbank Renamed'], ['000013', 'GUARANTY TRUST BANK PLC']);
    expect(bigger.resolveBank('access nigeria')).toEqual({ ...table.resolveBank('044'), otherNames: [...(table.resolveBank('044')?.otherNames ?? []), 'ACCESS NIGERIA'] });
    expect(bigger.resolveBank('altbank renamed')?.name).toBe('The Alternative Bank');
    expect(bigger.allBanks()).toHaveLength(table.allBanks().length);
  });

  it('a name that two banks claim finds neither, but a known bank\'s own name stays its own against another known bank', () => {
    const bigger = listed(['090998', 'Twice Bank'], ['090999', 'Twice Bank'], ['090997', 'Zenith Bank'], ['000013', 'Access Bank']);
    expect(bigger.resolveBank('twice bank')).toBeUndefined();
    expect([bigger.resolveBank('090998')?.code, bigger.resolveBank('090999')?.code]).toEqual(['090998', '090999']);
    expect(bigger.resolveBank('zenith bank')).toBeUndefined();
    expect(bigger.resolveBank('access bank')?.code).toBe('000014');
  });

  it('no spelling that found a bank finds another one, whatever is listed', () => {
    const spellings = table.allBanks().flatMap((bank) => [bank.name, ...bank.otherNames, bank.code, bank.cbnCode ?? '', ...bank.aliases, String(Number(bank.code))]);
    const institution = fc.record({
      nipCode: fc.oneof(fc.stringMatching(/^\d{6}$/), fc.stringMatching(/^0{2,3}\d{3}$/).map((code) => code.padStart(6, '0')), fc.constantFrom(...table.allBanks().map(({ code }) => code)).filter((code) => code.length === 6)),
      name: fc.oneof(fc.constantFrom(...spellings), fc.string()), current: fc.boolean(),
    });
    fc.assert(fc.property(fc.uniqueArray(institution, { maxLength: 30, selector: ({ nipCode }) => nipCode }), (institutions) => {
      const bigger = createBankTable(DEFAULT_OPERATOR, institutions);
      for (const spelling of spellings) {
        const [before, after] = [table.resolveBank(spelling), bigger.resolveBank(spelling)];
        if (before !== undefined && after !== undefined) expect(after.code, spelling).toBe(before.code);
        if (before !== undefined && /^\d+$/.test(spelling)) expect(after?.code, spelling).toBe(before.code);
      }
    }), { numRuns: 50 });
  });

  it('says what the last list has; nothing without one; and the operator is always reached', () => {
    const bank = (code: string, of = table) => expectPresent(of.resolveBank(code), code);
    expect([table.reachable(bank('044')), table.reachable(table.operator)]).toEqual([null, true]);
    const bigger = listed(['000014', 'ACCESS BANK'], ['090999', 'Gone Bank', false]);
    expect(['044', '058', '090999', DEFAULT_OPERATOR.nipCode].map((code) => bigger.reachable(bank(code, bigger)))).toEqual([true, false, false, true]);
  });
});
