/**
 * What a transfer costs its sender, from a dated table: the CBN Guide to Charges (1 January 2020) for the fee, VAT of
 * 7.5 % on the fee, and stamp duty of NGN 50 from NGN 10,000, paid by the sender since 1 January 2026 (Nigeria Tax Act
 * 2025). Charges are maxima: an operator may waive them. Pure; kobo.
 */

export type Charges = { feeKobo: bigint; vatKobo: bigint; dutyKobo: bigint };

type Schedule = {
  /** First Lagos day it holds, YYYY-MM-DD. */
  from: string;
  /** The first band whose `upToKobo` reaches the amount counts; null: no bound. */
  feeBands: readonly { upToKobo: bigint | null; feeKobo: bigint }[];
  vatBasisPoints: bigint;
  /** Paid by the sender; null where the receiver pays it, outside this product. */
  senderDuty: { fromKobo: bigint; dutyKobo: bigint } | null;
};

const naira = (amount: bigint): bigint => amount * 100n;

const feeBands = [
  // Exactly 5,000.00 is undefined in the guide's text; the lower fee is the customer's.
  { upToKobo: naira(5_000n), feeKobo: naira(10n) },
  { upToKobo: naira(50_000n), feeKobo: naira(25n) },
  { upToKobo: null, feeKobo: naira(50n) },
] as const;

export const chargeSchedules: readonly Schedule[] = [
  { from: '2020-01-01', feeBands, vatBasisPoints: 750n, senderDuty: null },
  { from: '2026-01-01', feeBands, vatBasisPoints: 750n, senderDuty: { fromKobo: naira(10_000n), dutyKobo: naira(50n) } },
];

export const noCharges: Charges = { feeKobo: 0n, vatKobo: 0n, dutyKobo: 0n };

export type Chargeable = {
  amountKobo: bigint;
  /** Within the operator's own bank: no NIP fee. */
  intraBank: boolean;
  /** Both accounts are the same holder's at the same bank: exempt from duty. */
  sameHolder: boolean;
  /** Lagos day of the transfer, YYYY-MM-DD. */
  day: string;
};

export function chargesFor({ amountKobo, intraBank, sameHolder, day }: Chargeable): Charges {
  const schedule = chargeSchedules.findLast((candidate) => candidate.from <= day);
  if (schedule === undefined) return noCharges;
  const band = schedule.feeBands.find(({ upToKobo }) => upToKobo === null || amountKobo <= upToKobo);
  const feeKobo = intraBank ? 0n : (band?.feeKobo ?? 0n);
  // Half up to the kobo: 187.5 becomes 188.
  const vatKobo = (feeKobo * schedule.vatBasisPoints + 5_000n) / 10_000n;
  const duty = schedule.senderDuty;
  const dutyKobo = duty !== null && !(intraBank && sameHolder) && amountKobo >= duty.fromKobo ? duty.dutyKobo : 0n;
  return { feeKobo, vatKobo, dutyKobo };
}
