/** Banks that a transfer can reach. */
import type { z } from 'zod';
import type { Bank } from '#src/banks/banks.ts';
import type { Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import type { bankData, candidatesQuery } from './list-wire.ts';

export function getBanks(ctx: Context): Promise<Answer> {
  return Promise.resolve(success(ctx.banks.allBanks().flatMap(toBankData)));
}

/** A hint for people: the check digit fits about one bank in ten by chance. */
export function getBankCandidates(ctx: Context, request: RouteRequest<unknown, unknown, z.output<typeof candidatesQuery>>): Promise<Answer> {
  return Promise.resolve(success(ctx.banks.candidates(request.query.accountNumber).flatMap(toBankData)));
}

function toBankData(bank: Bank): z.output<typeof bankData>[] {
  if (!bank.active || bank.nipCode === null) return [];
  return [{ bankCode: bank.nipCode, bankName: bank.name, cbnCode: bank.cbnCode, aliases: [...bank.aliases], type: bank.type }];
}
