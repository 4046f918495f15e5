/** Results an integrator can bring about on purpose, and the three ways of asking for them. */

export const transferScenarios = {
  success: 'The account is found; the transfer succeeds at once.',
  account_not_found: 'The name enquiry finds no such account; a transfer sent anyway is rejected with 07.',
  bank_unavailable: 'The other bank cannot be reached: the name enquiry answers 91, and a transfer sent anyway ends rejected with 91.',
  slow: 'The name enquiry and the transfer each take three seconds, then succeed.',
  transfer_rejected: 'The account is found; the transfer is rejected with 05.',
  pending_then_success: 'The transfer answers 09 (in progress), the first status query too, the second finds it successful.',
  pending_then_failure: 'The transfer answers 09 (in progress), the first status query too, the second finds it rejected with 05.',
  reply_lost: 'The transfer is processed but its answer is lost; a status query finds it successful.',
  reversed_later: 'The transfer succeeds; about five seconds later the other bank gives the money back.',
  stays_pending: 'The transfer stays in progress until somebody settles it through the sandbox controls.',
} as const;

export type TransferScenario = keyof typeof transferScenarios;

/** In the order of the reserved accounts' last digit, 0 to 9. */
export const transferScenarioNames: readonly TransferScenario[] = [
  'success',
  'account_not_found',
  'bank_unavailable',
  'slow',
  'transfer_rejected',
  'pending_then_success',
  'pending_then_failure',
  'reply_lost',
  'reversed_later',
  'stays_pending',
];

export function isTransferScenario(name: string): name is TransferScenario {
  return Object.hasOwn(transferScenarios, name);
}

/**
 * The scenario of an enquiry or a transfer: an explicit name wins over a narration that begins `scenario:<name>` (any case, then
 * white space or the end), which wins over a reserved account `00000000Xd`, whose last digit picks. Otherwise success.
 * Names nobody knows are passed over.
 */
export function scenarioOf(asked: { scenario?: string; narration?: string; accountNumber: string }): TransferScenario {
  const explicit = asked.scenario?.toLowerCase();
  if (explicit !== undefined && isTransferScenario(explicit)) return explicit;
  const narrated = /^scenario:([a-z_]+)(?:\s|$)/i.exec(asked.narration ?? '')?.[1]?.toLowerCase();
  if (narrated !== undefined && isTransferScenario(narrated)) return narrated;
  const digit = /^0{8}\d(\d)$/.exec(asked.accountNumber)?.[1];
  return transferScenarioNames[Number(digit)] ?? 'success';
}
