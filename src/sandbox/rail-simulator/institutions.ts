/** The simulated rail's members: those of the shipped bank table that can be paid, until a tester says otherwise. */
import { type BankType, createBankTable, DEFAULT_OPERATOR, isPayable } from '#src/banks/banks.ts';
import { isRecord } from '#src/lib/assert.ts';
import type { Institution } from '#src/transfers/rails/rail.ts';

export type InstitutionChanges = {
  /** Listed beyond the table, or in the place of what it says. */
  add: readonly { nipCode: string; name: string }[];
  /** NIP codes that are not listed. */
  without: readonly string[];
};

export const noInstitutionChanges: InstitutionChanges = { add: [], without: [] };

const OTHER_CATEGORY = '11';
/** NIBSS's own categories, as its lists carry them. */
const categories: Readonly<Partial<Record<BankType, string>>> = { DMB: '2', NIB: '2', MB: '6', PMB: '7', MFB: '9', MMO: '10', PSB: '12' };

export function listInstitutions({ add, without }: InstitutionChanges): readonly Institution[] {
  const { operator, allBanks } = createBankTable(DEFAULT_OPERATOR);
  const members = allBanks().filter((bank) => bank !== operator && isPayable(bank));
  const rows = members.map(({ code, name, type }) => ({ nipCode: code, name: name.toUpperCase(), category: categories[type] ?? OTHER_CATEGORY }));
  const byCode = new Map([...rows, ...add.map((row) => ({ ...row, category: OTHER_CATEGORY }))].map((row) => [row.nipCode, row] as const));
  for (const nipCode of without) byCode.delete(nipCode);
  return [...byCode.values()];
}

/** Reads changes from untrusted JSON; both parts may be left out. Null when it is something else. */
export function parseInstitutionChanges(value: unknown): InstitutionChanges | null {
  if (!isRecord(value)) return null;
  const { add = [], without = [], ...rest } = value;
  if (Object.keys(rest).length > 0 || !Array.isArray(add) || !Array.isArray(without)) return null;
  const added = add.flatMap((row: unknown) => (isRecord(row) && isCode(row['nipCode']) && typeof row['name'] === 'string' ? [{ nipCode: row['nipCode'], name: row['name'] }] : []));
  const dropped = without.filter(isCode);
  return added.length === add.length && dropped.length === without.length ? { add: added, without: dropped } : null;
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^\d{6}$/.test(value);
}
