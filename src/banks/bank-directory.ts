/** The bank table of each environment: the shipped one, and what the environment's rail lists on top. */
import type { Environment } from '#src/context.ts';
import { type Bank, type BankTable, createBankTable, type ListedInstitution, type Operator } from './banks.ts';

export type Banks = {
  /** The bank whose accounts this program keeps, in both environments. */
  operator: Bank;
  /** The table as it stands now. A bank that was in it stays: lists add, and take nothing away. */
  of(environment: Environment): BankTable;
};

export type BankDirectory = Banks & {
  /** From now on the environment's table is the shipped one with these on top. */
  learn(environment: Environment, institutions: readonly ListedInstitution[]): void;
};

/** @throws OperatorCodesError */
export function createBankDirectory(operator: Operator): BankDirectory {
  const shipped = createBankTable(operator);
  const tables: Record<Environment, BankTable> = { sandbox: shipped, live: shipped };
  return {
    operator: shipped.operator,
    of: (environment) => tables[environment],
    learn: (environment, institutions) => {
      tables[environment] = createBankTable(operator, institutions);
    },
  };
}
