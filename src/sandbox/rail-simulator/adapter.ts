import type { NameEnquiryAnswer, Rail, RailEvidence } from '#src/transfers/rails/rail.ts';
import { enquiryOutcomeOfCode, evidenceOfCode } from '#src/transfers/rails/response-codes.ts';
import { assertNever } from '#src/lib/assert.ts';
import { transferScenarios } from '#src/transfers/rails/scenario-names.ts';
import type { RailSimulator, SimulatedReply } from './simulator.ts';

const RETURNS_PER_PAGE = 100;

/** The simulator as the sandbox's rail, in the same process. It remembers every railRef, so resending one is harmless. */
export function createSimulatedRail(simulator: RailSimulator): Rail {
  return {
    name: 'simulator',
    dedupes: true,
    lateBoundSeconds: null,
    queryScheduleSeconds: [1, 2, 4, 8, 15, 30, 60],
    scenarios: transferScenarios,
    enquire: async (enquiry, signal) => {
      const reply = await listen(() => simulator.enquire(enquiry), signal);
      return typeof reply === 'string' ? { outcome: 'unavailable', responseCode: null } : enquiryAnswer(reply);
    },
    send: async (instruction, signal) => evidence('send', await listen(() => simulator.send(instruction), signal)),
    query: async (railRef, signal) => evidence('query', await listen(() => simulator.query(railRef), signal)),
    institutions: async (signal) => {
      const reply = await listen(() => simulator.institutions(), signal);
      if (typeof reply === 'string' || reply.kind !== 'list') throw new Error('the rail did not give its list of institutions');
      return reply.institutions;
    },
    returns: async (sinceCursor, signal) => {
      // A cursor nobody can read begins anew: items are applied once anyway.
      const from = /^\d{1,15}$/.test(sinceCursor ?? '') ? Number(sinceCursor) : 0;
      const page = await listen(() => simulator.returns(from, RETURNS_PER_PAGE), signal);
      if (typeof page === 'string') return { cursor: String(from), items: [] };
      const items = page.flatMap(({ railRef, amountKobo, returned }) =>
        returned === null ? [] : [{ railRef, amountKobo, returnedAt: new Date(returned.at), reason: returned.reason }],
      );
      return { cursor: String(from + page.length), items };
    },
  };
}

/**
 * What the simulator says, or why nothing was heard. An abort only stops the listening: as on a real rail, the other side goes on.
 */
async function listen<T extends object>(call: () => Promise<T>, signal: AbortSignal): Promise<T | 'not_started' | 'timeout' | 'failed'> {
  if (signal.aborted) return 'not_started';
  const aborted = Promise.withResolvers<'timeout'>();
  const onAbort = (): void => aborted.resolve('timeout');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    // A disk error inside the simulator is a rail in trouble, not a bug of its caller.
    return await Promise.race([call().catch(() => 'failed' as const), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function evidence(asked: 'send' | 'query', reply: SimulatedReply | 'not_started' | 'timeout' | 'failed'): RailEvidence {
  if (reply === 'not_started') return { verdict: 'indeterminate', responseCode: null, detail: 'not_sent', notSent: true };
  if (typeof reply === 'string') return { verdict: 'indeterminate', responseCode: null, detail: reply };
  if (reply.kind === 'answer') return evidenceOfCode(asked, reply.responseCode, reply.sessionId);
  return { verdict: 'indeterminate', responseCode: null, detail: troubleOf(reply) };
}

function troubleOf(reply: Exclude<SimulatedReply, { kind: 'answer' }>): string {
  switch (reply.kind) {
    case 'silence':
      return 'reset';
    case 'down':
      return 'http_503';
    case 'junk':
      return reply.body === 'empty' ? 'empty' : 'unparsable';
    default:
      return assertNever(reply);
  }
}

function enquiryAnswer(reply: SimulatedReply): NameEnquiryAnswer {
  if (reply.kind !== 'answer') return { outcome: 'unavailable', responseCode: null };
  const { responseCode, sessionId, accountName } = reply;
  if (responseCode === '00' && accountName !== undefined) return { outcome: 'found', sessionId, accountName };
  return { outcome: enquiryOutcomeOfCode(responseCode), responseCode };
}
