/**
 * The rail's call when money arrives: `POST /callbacks/rail/credit`. Signed over its raw bytes, answered in NIP codes, and
 * harmless to repeat: a session id is applied once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ownerOfNumber } from '#src/accounts/store.ts';
import type { Context, Environment } from '#src/context.ts';
import { Failure } from '#src/errors.ts';
import { parseJsonBody } from '#src/http/json-body.ts';
import type { RawRequest, RawRoute } from '#src/http/raw-route.ts';
import { parseNaira } from '#src/lib/money.ts';
import type { Lane } from '#src/work/lanes.ts';
import { claimSession } from './claim-session.ts';
import type { Credit, CreditOutcome } from './credit.ts';
import { nipCodeOf } from './nip-code.ts';

export const railCallbackPath = '/callbacks/rail/credit';

const bodyLimitBytes = 16 * 1024;

const creditBody = z.object({
  sessionId: z.string().regex(/^\d{30}$/),
  accountNumber: z.string().regex(/^\d{10}$/),
  amount: z.union([z.number(), z.string().max(40)]),
  senderName: z.string().trim().min(1).max(200),
  narration: z.string().max(200).default(''),
});

/** What a switch understands. `sessionId` is null when the call named none. */
type RailAnswer = { httpStatus: number; body: { responseCode: string; sessionId: string | null } };

const answer = (httpStatus: number, responseCode: string, sessionId: string | null): RailAnswer => ({ httpStatus, body: { responseCode, sessionId } });

/** Credits go to the accounts of one environment: live where live is configured. */
export function railCallback(ctx: Pick<Context, 'db' | 'log'>, creditLane: Lane<Credit, CreditOutcome>, options: { secret: string; environment: Environment }): RawRoute {
  return {
    path: railCallbackPath,
    bodyLimitBytes,
    async handle(request): Promise<RailAnswer> {
      if (!isSigned(request, options.secret)) return answer(401, '63', null);
      const body = readBody(request.body);
      if (body === null) return answer(400, '30', null);
      const amount = parseNaira(body.amount);
      if (!amount.ok) return answer(200, '13', body.sessionId);
      try {
        return answer(200, await applyCredit(ctx, creditLane, options.environment, { ...body, amountKobo: amount.kobo }), body.sessionId);
      } catch (error) {
        // Whether it was applied is told to the next call with this session id.
        ctx.log.error({ err: error, sessionId: body.sessionId }, 'an inbound credit could not be applied');
        return answer(503, '96', body.sessionId);
      }
    },
  };
}

/** Constant time over the digest; a header of another form is no signature. */
function isSigned({ body, header }: RawRequest, secret: string): boolean {
  const match = /^sha256=([0-9a-fA-F]{64})$/.exec(header('x-rail-signature') ?? '');
  if (match === null) return false;
  return timingSafeEqual(Buffer.from(match[1] ?? '', 'hex'), createHmac('sha256', secret).update(body).digest());
}

function readBody(bytes: Buffer): z.output<typeof creditBody> | null {
  try {
    const parsed = creditBody.safeParse(parseJsonBody(bytes).value);
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function applyCredit(
  { db }: Pick<Context, 'db'>,
  creditLane: Lane<Credit, CreditOutcome>,
  environment: Environment,
  credit: Omit<Credit, 'from'>,
): Promise<string> {
  const tenantId = await db.across('directory', (tx) => ownerOfNumber(tx, environment, credit.accountNumber));
  if (tenantId === null) return '07';
  // The lane keeps one tenant's session ids apart; two tenants' are kept apart here.
  if ((await claimSession(db, environment, credit.sessionId, tenantId)) !== tenantId) return '26';
  const { sessionId, accountNumber, amountKobo, senderName, narration } = credit;
  return nipCodeOf(await creditLane.run(tenantId, { sessionId, accountNumber, amountKobo, senderName, narration, from: 'rail_clearing' }));
}
