/** A limit policy as a table for people. Pure. */
import { formatNaira } from '#src/lib/money.ts';
import type { LimitPolicy, LimitSet } from '#src/limits/policy.ts';

export function limitTable(policy: LimitPolicy, day: string): string {
  const rows = [
    ['', 'per transfer', 'per day', 'transfers a day', 'maximum balance'],
    ...(['1', '2', '3'] as const).map((tier) => [`tier ${tier}`, ...cells(policy.tiers[tier])]),
    ['collection', ...cells(policy.collection)],
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '));
  return [
    `Policy ${policy.version}, in force since ${policy.from}, on ${day}`,
    '',
    ...lines,
    '',
    `One payment over the rail     ${formatNaira(policy.railPerTransferKobo)}`,
    `First to a new beneficiary    ${money(policy.newBeneficiaryPerTransferKobo)}`,
    `Tier 2 needs a NIN            ${policy.tier2NeedsNin ? 'yes' : 'no'}`,
    `Source                        ${policy.source}`,
    '',
  ].join('\n');
}

function cells({ perTransferKobo, perDayKobo, perDayTransfers, maxBalanceKobo }: LimitSet): string[] {
  return [money(perTransferKobo), money(perDayKobo), perDayTransfers === null ? '-' : String(perDayTransfers), money(maxBalanceKobo)];
}

function money(kobo: bigint | null): string {
  return kobo === null ? '-' : formatNaira(kobo);
}
