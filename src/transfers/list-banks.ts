/** Banks that a transfer can reach, and whether they answer. */
import type { z } from 'zod';
import { type Bank, type BankTable, isPayable } from '#src/banks/banks.ts';
import type { Context } from '#src/context.ts';
import { fail } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { availabilityData, type AvailabilityOf, readAvailability } from './bank-availability.ts';
import type { bankData, bankParams, candidatesQuery } from './list-wire.ts';

export async function getBanks(ctx: Context, request: RouteRequest): Promise<Answer> {
  const availabilityOf = await ctx.db.read(request.caller.tenantId, (tx) => readAvailability(ctx, tx, null));
  const banks = ctx.banks.of(request.caller.environment);
  return success(banks.allBanks().filter(isPayable).map((bank) => toBankData(bank, banks, availabilityOf)));
}

/** A hint for people: the check digit fits about one bank in ten by chance. */
export async function getBankCandidates(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof candidatesQuery>>): Promise<Answer> {
  const banks = ctx.banks.of(request.caller.environment);
  const candidates = banks.candidates(request.query.accountNumber).filter(isPayable);
  const availabilityOf = await ctx.db.read(request.caller.tenantId, (tx) => readAvailability(ctx, tx, candidates));
  return success(candidates.map((bank) => toBankData(bank, banks, availabilityOf)));
}

/** One bank by any of its codes or names. @throws Failure bank_not_found */
export async function getBank(ctx: Context, request: RouteRequest<unknown, z.output<typeof bankParams>>): Promise<Answer> {
  const banks = ctx.banks.of(request.caller.environment);
  const bank = banks.resolveBank(request.params.bankCode);
  if (bank === undefined || bank.nipCode === null) throw fail('bank_not_found');
  const availabilityOf = await ctx.db.read(request.caller.tenantId, (tx) => readAvailability(ctx, tx, [bank]));
  return success(toBankData(bank, banks, availabilityOf));
}

function toBankData(bank: Bank, banks: BankTable, availabilityOf: AvailabilityOf): z.output<typeof bankData> {
  return {
    bankCode: bank.code, bankName: bank.name, cbnCode: bank.cbnCode, aliases: [...bank.aliases], type: bank.type,
    availability: availabilityData(availabilityOf(bank)), reachable: banks.reachable(bank),
  };
}
