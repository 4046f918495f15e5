import { isCalendarDay } from '#src/lib/time.ts';
import { formatSettlementFile } from '#src/transfers/settlement-file.ts';
import { parseWireRecord, readWireText } from '#src/transfers/rails/wire-json.ts';
import { parseFaultMix } from './faults.ts';
import type { Faults } from './faults.ts';
import type { HttpQuestion, HttpReply } from './http-reply.ts';
import { json, noRoute } from './http-reply.ts';
import { parseInstitutionChanges } from './institutions.ts';
import type { RailSimulator } from './simulator.ts';

const RETURNS_PER_PAGE = 100;

/** What a tester does to the rail from outside, under `/simulator`. No authentication: the program listens on loopback only. */
export async function answerControl(
  question: HttpQuestion,
  rail: { simulator: RailSimulator; faults: Faults; revokeTokens: () => void },
): Promise<HttpReply> {
  const { simulator, faults } = rail;
  switch (`${question.method} ${question.path}`) {
    case 'PUT /simulator/faults': {
      const mix = parseFaultMix(parseJson(question.body));
      if (mix === null) return json(400, { message: 'expected an object of fault names and probabilities from 0 to 1' });
      faults.set(mix);
      return json(200, { faults: mix });
    }
    case 'PUT /simulator/institutions': {
      const changes = parseInstitutionChanges(parseJson(question.body));
      if (changes === null) return json(400, { message: 'expected add: a list of {nipCode, name}, and without: a list of NIP codes' });
      simulator.changeInstitutions(changes);
      return json(200, changes);
    }
    case 'POST /simulator/settle': {
      const { railRef, verdict } = named(question.body);
      if (railRef === undefined || (verdict !== 'success' && verdict !== 'reject')) {
        return json(400, { message: 'expected railRef and verdict: success or reject' });
      }
      return json(200, { done: await simulator.settle(railRef, verdict) });
    }
    case 'POST /simulator/return': {
      const { railRef, reason } = named(question.body);
      if (railRef === undefined) return json(400, { message: 'expected railRef' });
      return json(200, { done: await simulator.giveBack(railRef, reason ?? 'returned on request') });
    }
    case 'GET /simulator/returns': {
      const from = Number(question.query.get('after') ?? '0');
      if (!Number.isSafeInteger(from) || from < 0) return json(400, { message: 'expected after: a cursor' });
      const page = await simulator.returns(from, RETURNS_PER_PAGE);
      const items = page.map(({ railRef, amountKobo, returned }) => ({ railRef, amountKobo: `${amountKobo}`, ...returned }));
      return json(200, { cursor: String(from + page.length), items });
    }
    case 'GET /simulator/settlement': {
      const day = question.query.get('day') ?? '';
      if (!isCalendarDay(day)) return json(400, { message: 'expected day: YYYY-MM-DD' });
      return { kind: 'text', status: 200, contentType: 'text/csv', body: formatSettlementFile(simulator.settlement(day)) };
    }
    case 'GET /simulator/credits':
      return json(200, Array.from(simulator.credits(), (credit) => ({ ...credit, amountKobo: `${credit.amountKobo}` })));
    case 'POST /simulator/revoke-tokens':
      rail.revokeTokens();
      return json(200, { done: true });
    default:
      return noRoute;
  }
}

function named(body: string): { railRef?: string | undefined; verdict?: string | undefined; reason?: string | undefined } {
  const record = parseWireRecord(body) ?? {};
  return { railRef: readWireText(record, 'railRef'), verdict: readWireText(record, 'verdict'), reason: readWireText(record, 'reason') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
