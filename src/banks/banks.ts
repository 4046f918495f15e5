import { assert, readArray, readNullableString, readRecord, readString } from '#src/lib/assert.ts';
import { normaliseName } from '#src/lib/names.ts';
import { isValidNuban } from '#src/lib/nuban.ts';
import rows from './table.json' with { type: 'json' };

/**
 * DMB deposit money · NIB non-interest · MB merchant · MFB microfinance · PMB mortgage · PSB payment service · MMO mobile money ·
 * FC finance company · PSSP processor · DFI development finance · CBN the central bank · CBDC eNaira · TEST of the switch ·
 * OTHER known from the rail's list alone.
 */
const TYPES = ['DMB', 'NIB', 'MB', 'MFB', 'PMB', 'PSB', 'MMO', 'FC', 'PSSP', 'DFI', 'CBN', 'CBDC', 'TEST', 'OTHER'] as const;
export type BankType = (typeof TYPES)[number];

export type Bank = {
  /** The one spelling the program stores: the NIP code where the bank has one, else its CBN code. Unique in the table. */
  code: string;
  name: string;
  type: BankType;
  /** 6 digits: the address of the bank on the instant payment rail. Null: cannot be reached by it. */
  nipCode: string | null;
  /** 3 digits (deposit money banks) or 5 (others): what NUBAN check digits are made of. */
  cbnCode: string | null;
  /** Other codes in use for it, such as those of payment processors. */
  aliases: readonly string[];
  /** Former and alternate names. */
  otherNames: readonly string[];
  /** False for banks that hold no customer accounts any more, or never did. */
  active: boolean;
};

export type Operator = { name: string; cbnCode: string; nipCode: string };

/** What a rail says of an institution. */
export type ListedInstitution = {
  /** 6 digits. */
  nipCode: string;
  name: string;
  /** False: earlier lists had it, the last one has not. */
  current: boolean;
};

/** The operator's codes cannot be used; the message says why. */
export class OperatorCodesError extends Error {
  override readonly name = 'OperatorCodesError';
}

export type BankTable = {
  /** The bank whose accounts this program keeps. */
  operator: Bank;
  /** All banks, the operator's first, then by name. */
  allBanks(): readonly Bank[];
  /**
   * The bank meant by a code (NIP, CBN, alias; leading zeros may be lost) or by a name (case and punctuation do not count).
   * Undefined when nothing fits, and also when a shortened code or a name could mean two banks. Never throws.
   */
  resolveBank(spelling: string): Bank | undefined;
  /**
   * Active banks whose NUBAN check digit fits the account number: the operator, deposit money banks, then the rest, each by name.
   * A suggestion for people, since about one bank in ten fits any number. Empty for anything but ten digits.
   */
  candidates(accountNumber: string): readonly Bank[];
  /** Does the rail's last list have the bank? Null: there is no list. The operator's own bank is reached without the rail. */
  reachable(bank: Bank): boolean | null;
};

/**
 * The identity used where the operator sets none. Its codes lie outside every range seen in public lists, so that a sandbox
 * account number can never be a real one: a NUBAN made with it belongs to no bank.
 */
export const DEFAULT_OPERATOR: Operator = { name: 'Openteller Bank', cbnCode: '99001', nipCode: '990001' };

/** How much a wrong check digit says: refuse, warn, or nothing. Wallets number accounts by phone, and some banks have no NUBAN code. */
export function nubanRule(bank: Bank): 'enforce' | 'warn' | 'off' {
  if (bank.cbnCode === null) return 'off';
  return bank.type === 'DMB' || bank.type === 'NIB' || bank.type === 'MB' ? 'enforce' : 'warn';
}

/** Can money be sent there? */
export function isPayable(bank: Bank): boolean {
  return bank.active && bank.nipCode !== null;
}

/**
 * The bank table with the operator in it, and what a rail lists on top. An operator with the codes of a bank of the table takes that
 * bank's place. A listed institution whose code means a bank of the table, as any of its codes, gives that bank another name and changes
 * nothing else; an unknown one becomes a bank of the type OTHER. No spelling that found a bank of the table finds another one for
 * the list's sake: at worst a name that two claim finds neither.
 * @throws OperatorCodesError when the operator's codes belong to two different banks, or are malformed.
 */
export function createBankTable(operator: Operator, institutions: readonly ListedInstitution[] = []): BankTable {
  const rowsOfTable = readTable();
  const isOwn = (bank: Bank): boolean => bank.nipCode === operator.nipCode || (bank.nipCode === null && bank.cbnCode === operator.cbnCode);
  const bare = [operatorBank(operator, rowsOfTable.find(isOwn)), ...byName(rowsOfTable.filter((bank) => !isOwn(bank)))];
  const known = withListedNames(bare, institutions);
  const [own, ...others] = known;
  assert(own !== undefined, 'the operator is in its table');
  const knownCodes = indexCodes(known);
  const news = newBanks(institutions, knownCodes);
  const all = [own, ...byName([...others, ...news])];
  const codes = indexCodes(all);
  const names = indexNames(known, news);
  const bySuggestion = all
    .filter((bank) => bank.active && bank.cbnCode !== null)
    .toSorted((a, b) => suggestionRank(a, own) - suggestionRank(b, own));
  const listed = new Set(institutions.filter(({ current }) => current).map(({ nipCode }) => nipCode));
  return {
    operator: own,
    allBanks: () => all,
    resolveBank: (spelling) => {
      if (spelling.length > 100) return undefined;
      const text = spelling.trim().toUpperCase();
      // Known codes first, so that a shortened code keeps its meaning when a listed one could be short for it too.
      return byCode(knownCodes, text) ?? byCode(codes, text) ?? names.get(nameKey(spelling)) ?? undefined;
    },
    candidates: (accountNumber) => bySuggestion.filter((bank) => bank.cbnCode !== null && isValidNuban(bank.cbnCode, accountNumber)),
    reachable: (bank) => {
      if (bank.code === own.code) return true;
      return listed.size === 0 ? null : bank.nipCode !== null && listed.has(bank.nipCode);
    },
  };
}

function byName(banks: readonly Bank[]): Bank[] {
  return banks.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function withListedNames(banks: readonly Bank[], institutions: readonly ListedInstitution[]): Bank[] {
  const codes = indexCodes(banks);
  const names = Map.groupBy(institutions, ({ nipCode }) => codes.get(nipCode));
  return banks.map((bank) => {
    const keys = new Set([bank.name, ...bank.otherNames].map(nameKey));
    const added = (names.get(bank) ?? []).map(({ name }) => name).filter((name) => !keys.has(nameKey(name)));
    return added.length === 0 ? bank : { ...bank, otherNames: [...bank.otherNames, ...added] };
  });
}

function newBanks(institutions: readonly ListedInstitution[], known: ReadonlyMap<string, Bank>): Bank[] {
  return institutions.filter(({ nipCode }) => !known.has(nipCode)).map(({ nipCode, name }) => (
    { code: nipCode, name, type: 'OTHER', nipCode, cbnCode: null, aliases: [], otherNames: [], active: true }));
}

function operatorBank({ name, cbnCode, nipCode }: Operator, listed: Bank | undefined): Bank {
  if (!/^(\d{3}|\d{5})$/.test(cbnCode)) throw new OperatorCodesError('the operator needs a CBN code of 3 or 5 digits');
  if (!/^\d{6}$/.test(nipCode)) throw new OperatorCodesError('the operator needs a NIP code of 6 digits');
  return {
    code: nipCode,
    name,
    type: listed?.type ?? (cbnCode.length === 3 ? 'DMB' : 'MFB'),
    nipCode,
    cbnCode,
    aliases: listed?.aliases ?? [],
    otherNames: listed === undefined ? [] : [listed.name, ...listed.otherNames],
    active: true,
  };
}

function readTable(): Bank[] {
  return readArray(rows, 'bank table').map((value) => {
    const row = readRecord(value, 'bank');
    const nipCode = readNullableString(row, 'nipCode');
    const cbnCode = readNullableString(row, 'cbnCode');
    const code = nipCode ?? cbnCode;
    assert(code !== null, 'a bank needs a code');
    return {
      code,
      name: readString(row, 'name'),
      type: readType(readString(row, 'type')),
      nipCode,
      cbnCode,
      aliases: readTexts(row['aliases']),
      otherNames: readTexts(row['otherNames']),
      active: row['active'] !== false,
    };
  });
}

function readType(text: string): BankType {
  const type = TYPES.find((known) => known === text);
  assert(type !== undefined, `unknown bank type ${text}`);
  return type;
}

function readTexts(value: unknown): readonly string[] {
  return readArray(value ?? []).filter((item) => typeof item === 'string');
}

function indexCodes(all: readonly Bank[]): Map<string, Bank> {
  const codes = new Map<string, Bank>();
  for (const bank of all) {
    for (const code of [bank.nipCode, bank.cbnCode, ...bank.aliases]) {
      if (code === null) continue;
      // The table's own codes are its banks' alone, as its test says: only the operator's can clash.
      if ((codes.get(code) ?? bank) !== bank) throw new OperatorCodesError(`bank code ${code} belongs to two banks`);
      codes.set(code, bank);
    }
  }
  return codes;
}

/** An exact code; else what it may be short of: spreadsheets drop leading zeros, and some lists write 3-digit codes with two more. */
function byCode(codes: ReadonlyMap<string, Bank>, text: string): Bank | undefined {
  const exact = codes.get(text);
  if (exact !== undefined || !/^\d{1,5}$/.test(text)) return exact;
  const readings = [text.padStart(3, '0'), text.padStart(6, '0'), text.startsWith('00') ? text.slice(-3) : text];
  const found = new Set(readings.map((code) => codes.get(code)).filter((bank) => bank !== undefined));
  // Two readings are worse than none: money must not go to the bank we happened to try first.
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * Full names first; then the parts of names and the other names, where they mean one bank only (null marks those that do not).
 * A listed bank has no more than a claim: what another bank is called already, by any name, means neither.
 */
function indexNames(known: readonly Bank[], listed: readonly Bank[]): Map<string, Bank | null> {
  const full = new Map(known.toReversed().map((bank) => [nameKey(bank.name), bank] as const));
  const names = new Map<string, Bank | null>();
  const claim = (bank: Bank): void => {
    for (const key of new Set([bank.name, ...bank.otherNames].flatMap(nameParts).map(nameKey))) {
      names.set(key, names.has(key) ? null : bank);
    }
  };
  known.forEach(claim);
  for (const [key, bank] of full) names.set(key, bank);
  listed.forEach(claim);
  names.delete('');
  return names;
}

/** "Guaranty Trust Bank (GTBank)" is known by either part; "(formerly X)" and "(now X)" by X. */
function nameParts(name: string): string[] {
  const match = /^(.*?)\s*\((?:formerly |now )?(.*)\)$/.exec(name);
  return match === null ? [name] : [match[1] ?? '', match[2] ?? ''];
}

function nameKey(name: string): string {
  return normaliseName(name)
    .replaceAll('&', ' and ')
    .replace(/\bmicro[ -]?finance bank\b/g, 'mfb')
    .replace(/\bpayment service bank\b/g, 'psb')
    .replace(/\b(plc|ltd|limited)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function suggestionRank(bank: Bank, own: Bank): number {
  if (bank === own) return 0;
  return bank.type === 'DMB' ? 1 : nubanRule(bank) === 'enforce' ? 2 : 3;
}
