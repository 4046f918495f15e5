/** Results an integrator can bring about on purpose in the sandbox. Here, because a transfer must know the names it may be asked for. */

export const transferScenarios = {
  success: 'The account is found; the transfer succeeds at once.',
  account_not_found: 'The name enquiry finds no such account; a transfer sent anyway is rejected with 07.',
  account_dormant: 'The name enquiry finds the account dormant; a transfer sent anyway is rejected with 06.',
  bank_unavailable: 'The other bank cannot be reached: the name enquiry answers 91, and a transfer sent anyway ends rejected with 91.',
  slow: 'The name enquiry and the transfer each take three seconds, then succeed.',
  transfer_rejected: 'The account is found; the transfer is rejected with 05.',
  pending_then_success: 'The transfer answers 09 (in progress), the first status query too, the second finds it successful.',
  pending_then_failure: 'The transfer answers 09 (in progress), the first status query too, the second finds it rejected with 05.',
  reply_lost: 'The transfer is processed but its answer is lost; a status query finds it successful.',
  reversed_later: 'The transfer succeeds; about five seconds later the other bank gives the money back.',
  name_changed: 'The account has another owner; the transfer succeeds. Named at initiation only, it is what a scheduled transfer finds at its start.',
  stays_pending: 'The transfer stays in progress until somebody settles it through the sandbox controls.',
} as const;

export type TransferScenario = keyof typeof transferScenarios;

/** In the order of the reserved accounts' last digit, 0 to 9; account_dormant and name_changed are asked for by name only. */
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
