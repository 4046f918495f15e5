import { isTransferScenario, transferScenarioNames } from '#src/transfers/rails/scenario-names.ts';
import type { TransferScenario } from '#src/transfers/rails/scenario-names.ts';

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
