/** Which rail reaches a bank: our own books for the operator's own accounts of other organizations, else the environment's rail. */
import { adaptersOf, type Context, type Environment } from '#src/context.ts';
import type { Rail } from './rails/rail.ts';

export function railFor(ctx: Context, environment: Environment, bankCode: string): Rail {
  return bankCode === ctx.banks.operator.nipCode ? ctx.bookRails[environment] : adaptersOf(ctx, environment).rail;
}
